import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { shownName } from '../../../protocol/index.ts';
import { formatBytes } from '../../app/device-storage.ts';
import { ProgressRing } from '../../components/progress-ring.tsx';
import { useEngine, useServices } from '../../session/services.tsx';
import { useFileState } from './file-state.ts';
import * as styles from './media.css.ts';
import { saveFile } from './save-file.ts';
import type { ShownMedia } from './shown-media.ts';

/** A document: its name, its size, and a press to keep it. */
export function FileRow({ shown }: { shown: ShownMedia }) {
  const { t, i18n } = useTranslation();
  const engine = useEngine();
  const { api, session, toaster } = useServices();
  const { progress, words } = useFileState(shown);
  const { media, isLocal, isThere } = shown;
  // "photo\u202egnp.exe" ends in .exe, and may not look as if it ended in .png.
  const name = shownName(media.name ?? '') || t('media.file');
  const size = media.size === null ? '' : formatBytes(i18n.language, media.size);
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
        <span className={styles.fileMeta}>{words ?? size}</span>
      </span>
    </button>
  );
}
