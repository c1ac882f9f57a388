import { useTranslation } from 'react-i18next';
import { awaitedMedia } from '../../../../protocol/index.ts';
import { useUploads } from '../../../queries/uploads.ts';
import type { Attachment } from '../attachment-list.ts';
import { showMedia } from '../shown-media.ts';
import { LazySoundRow } from './lazy-sound-row.ts';

/** A recording in the tray: it can be listened to before it is sent. */
export function TrayVoice({ item: { id, voice } }: { item: Attachment }) {
  const { t } = useTranslation();
  const uploads = useUploads(id === null ? [] : [id]);
  if (id === null || !voice) return null;
  const [shown] = showMedia(awaitedMedia({ files: [id], voices: { [id]: voice } }), uploads);
  return shown ? <LazySoundRow shown={shown} origin={undefined} /> : <span>{t('voice.message')}</span>;
}
