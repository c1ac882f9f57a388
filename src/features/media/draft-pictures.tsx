import { useTranslation } from 'react-i18next';
import type { DraftFile } from '../../../sync/index.ts';
import { StillImage } from '../../components/still-image.tsx';
import { useUploads } from '../../queries/uploads.ts';
import { FilmFrame } from './film-frame.tsx';
import * as styles from './tray.css.ts';
import { useFileUrl } from './use-file-url.ts';

/** What an unfinished post has with it, small: its pictures, and the still of a video. */
export function DraftPictures({ files }: { files: readonly DraftFile[] }) {
  const { t } = useTranslation();
  const uploads = useUploads(files.map(({ id }) => id));
  return (
    <span className={styles.stills}>
      {files.map(({ id, alt }) => {
        const upload = uploads.get(id);
        const isVideo = upload?.kind === 'video';
        const words = alt || t(isVideo ? 'media.video' : 'media.picture');
        if (isVideo && upload.hasBytes && upload.posterId === null)
          return (
            <span key={id} className={styles.still} role="img" aria-label={words}>
              <FilmFrame id={id} className={styles.thumbnail} />
            </span>
          );
        return (
          <Still
            key={id}
            id={isVideo ? upload.posterId : id}
            // What a post that is edited has long had is not on this device.
            isHere={upload?.hasBytes === true}
            alt={words}
          />
        );
      })}
    </span>
  );
}

function Still({ id, isHere, alt }: { id: string | null; isHere: boolean; alt: string }) {
  const { url } = useFileUrl(id, { isLocal: isHere, ...(isHere ? {} : { width: 320 }) });
  return (
    <span className={styles.still}>
      {url !== null && <StillImage className={styles.thumbnail} src={url} alt={alt} />}
    </span>
  );
}
