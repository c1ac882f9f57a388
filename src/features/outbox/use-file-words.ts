import { useTranslation } from 'react-i18next';
import type { UploadRow } from '../../../sync/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useEngineStatus } from '../../session/services.tsx';

/** What a file that is still on its way is called, and why it is. */
export function useFileWords(): (file: UploadRow) => { title: string; why: string } {
  const { t } = useTranslation();
  const { connection } = useEngineStatus();
  const errorText = useErrorText();
  const why = ({ state, error, isWifiOnly }: UploadRow): string => {
    if (state === 'failed') return errorText(error);
    if (state === 'paused') return t('media.paused');
    if (connection === 'offline') return t('outbox.offline');
    if (isWifiOnly) return t('media.waitsForWifi');
    return t('media.waiting');
  };
  return (file) => ({
    title: file.kind === 'file' ? file.name : t(file.kind === 'video' ? 'media.video' : 'media.picture'),
    why: why(file),
  });
}
