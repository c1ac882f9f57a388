import { Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Media } from '../../../protocol/index.ts';
import { useUploads } from '../../queries/uploads.ts';
import { BlurCanvas } from './blur-canvas.tsx';
import { useIsSavingData } from './data-saver.ts';
import * as styles from './media.css.ts';
import { showMedia } from './shown-media.ts';
import { StillPicture } from './still-picture.tsx';
import { useFileUrl } from './use-file-url.ts';
import { GRID_WIDTH } from './widths.ts';

/** A picture or a film as a small square beside the words about it, which say what it is. */
export function MediaThumb({ media, size = 'small' }: { media: Media; size?: 'small' | 'card' }) {
  const uploads = useUploads(useMemo(() => [media.id], [media.id]));
  const [shown] = useMemo(() => showMedia([media], uploads), [media, uploads]);
  const [isLoaded, setIsLoaded] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const isSaving = useIsSavingData();
  const isFilm = media.kind === 'video';
  const isLocal = (isFilm ? shown?.isPosterLocal : shown?.isLocal) ?? false;
  const { url } = useFileUrl(isFilm ? media.posterId : media.id, {
    width: GRID_WIDTH,
    isLocal,
    isWanted: shown?.isThere === true && (isLocal || !isSaving),
  });
  return (
    <span className={styles.thumb({ size })} data-thumb aria-hidden="true">
      <BlurCanvas hash={media.blurhash} />
      {url !== null && !hasFailed && (
        <StillPicture
          className={styles.picture}
          isLoaded={isLoaded}
          src={url}
          onLoad={() => setIsLoaded(true)}
          onError={() => setHasFailed(true)}
        />
      )}
      {isFilm && <Play className={styles.thumbMark} size={16} fill="currentColor" />}
    </span>
  );
}
