import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../app/device-storage.ts';
import { useUploadProgress } from '../../queries/uploads.ts';
import { isTakenBack, type ShownMedia } from './shown-media.ts';

/**
 * What a file does, in words, as "40 % of 2 MB"; null when it is there and does nothing.
 * @returns also how much of it has been sent, from 0 to 1, while it is being sent
 */
export function useFileState({ media, upload, isThere }: ShownMedia): {
  progress: number | null;
  words: string | null;
} {
  const { t, i18n } = useTranslation();
  const progress = useUploadProgress(media.id, upload?.size ?? 0);
  const size = media.size === null ? '' : formatBytes(i18n.language, media.size);
  const wordsNow = (): string | null => {
    if (progress !== null) return t('media.sent', { percent: Math.round(progress * 100), size });
    if (upload?.state === 'failed') return t('media.notSent');
    if (upload && upload.state !== 'done' && upload.state !== 'held') return t('media.waiting');
    if (isThere) return null;
    if (isTakenBack(media)) return t('media.fileGone');
    return t(media.state === 'withdrawn' ? 'media.fileWithdrawn' : 'media.fileComing');
  };
  return { progress, words: wordsNow() };
}
