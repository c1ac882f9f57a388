import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../app/device-storage.ts';
import { ProgressRing } from '../../components/progress-ring.tsx';
import { useUploadProgress } from '../../queries/uploads.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import * as styles from './media.css.ts';
import { saveFile } from './save-file.ts';
import { isTakenBack, type ShownMedia } from './shown-media.ts';

/** A document: its name, its size, and a press to keep it. */
export function FileRow({ shown: { media, upload, isLocal, isThere } }: { shown: ShownMedia }) {
  const { t, i18n } = useTranslation();
  const engine = useEngine();
  const { api, session, toaster } = useServices();
  const progress = useUploadProgress(media.id, upload?.size ?? 0);
  const name = media.name ?? t('media.file');
  const size = media.size === null ? '' : formatBytes(i18n.language, media.size);
  const stateText = (): string => {
    if (progress !== null) return t('media.sent', { percent: Math.round(progress * 100), size });
    if (upload?.state === 'failed') return t('media.notSent');
    if (upload && upload.state !== 'done' && upload.state !== 'held') return t('media.waiting');
    if (isThere) return size;
    if (isTakenBack(media)) return t('media.fileGone');
    return t(media.state === 'withdrawn' ? 'media.fileWithdrawn' : 'media.fileComing');
  };
  const save = async (): Promise<void> => {
    const isSaved = await saveFile({ engine, api, session, id: media.id, name, isLocal });
    if (!isSaved) toaster.show({ message: t('media.notDownloaded'), variant: 'error' });
  };
  return (
    <button type="button" className={styles.fileRow} disabled={!isThere} onClick={() => void save()}>
      <span className={styles.fileIcon}>
        {progress === null ? (
          <FileText size={22} aria-hidden="true" />
        ) : (
          <ProgressRing share={progress}>
            <FileText size={16} aria-hidden="true" />
          </ProgressRing>
        )}
      </span>
      <span className={styles.fileText}>
        <span className={styles.fileName} dir="auto">
          {name}
        </span>
        <span className={styles.fileMeta}>{stateText()}</span>
      </span>
    </button>
  );
}
