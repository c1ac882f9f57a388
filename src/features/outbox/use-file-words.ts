import { useTranslation } from 'react-i18next';
import type { UploadRow } from '../../../sync/index.ts';
import { formatBytes } from '../../app/device-storage.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useUploadProgress } from '../../queries/uploads.ts';
import { useEngineStatus } from '../../session/services.tsx';
import { clockOf } from '../media/sounds/clock.ts';

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
  const titleOf = ({ kind, name, waveform, durationMs = 0 }: UploadRow): string => {
    if (waveform !== undefined) return t('voice.preview', { length: clockOf(durationMs) });
    return kind === 'file' ? name : t(kind === 'video' ? 'media.video' : 'media.picture');
  };
  return (file) => ({
    title: titleOf(file),
    why: why(file),
  });
}

/** How far a file is, or why it does not go on. What was sent before the network went says less than that it is gone. */
export function useFileState(file: UploadRow | null): string | null {
  const { t, i18n } = useTranslation();
  const { connection } = useEngineStatus();
  const words = useFileWords();
  const progress = useUploadProgress(file?.id ?? '', file?.size ?? 0);
  if (file === null) return null;
  const size = formatBytes(i18n.language, file.size);
  if (progress === null || connection === 'offline') return `${size} · ${words(file).why}`;
  return t('media.sent', { percent: Math.round(progress * 100), size });
}
