import { lazy, Suspense, useMemo, useState } from 'react';
import type { Media } from '../../../protocol/index.ts';
import { useUploads } from '../../queries/uploads.ts';
import { FileRow } from './file-row.tsx';
import * as styles from './media.css.ts';
import { MediaTile } from './media-tile.tsx';
import { showMedia } from './shown-media.ts';
import { GRID_WIDTH, WIDE_WIDTH } from './widths.ts';

const Lightbox = lazy(async () => ({ default: (await import('./lightbox.tsx')).Lightbox }));

interface MediaViewProps {
  /** `media` of a message or post, as it is. */
  media: readonly Media[];
  /** `bubble` is bounded by the bubble's width, `wide` fills its column. */
  size?: 'bubble' | 'wide';
}

/** The attachments of a message or post: pictures as a grid, a video with its still, documents as rows. Opens them too. */
export function MediaView({ media, size = 'bubble' }: MediaViewProps) {
  const ids = useMemo(() => media.map(({ id }) => id), [media]);
  const uploads = useUploads(ids);
  const shown = useMemo(() => showMedia(media, uploads), [media, uploads]);
  const [openId, setOpenId] = useState<string | null>(null);
  const pictures = shown.filter(({ media: { kind } }) => kind !== 'file');
  const documents = shown.filter(({ media: { kind } }) => kind === 'file');
  if (media.length === 0) return null;
  const isSingle = pictures.length === 1;
  return (
    <>
      {pictures.length > 0 && (
        <div className={styles.grid({ size })} data-count={Math.min(pictures.length, 10)}>
          {pictures.map((one) => (
            <div
              key={one.media.id}
              className={styles.cell}
              style={isSingle ? { aspectRatio: aspectOf(one.media) } : undefined}
            >
              <MediaTile
                shown={one}
                width={isSingle || size === 'wide' ? WIDE_WIDTH : GRID_WIDTH}
                onOpen={() => setOpenId(one.media.id)}
              />
            </div>
          ))}
        </div>
      )}
      {documents.map((one) => (
        <FileRow key={one.media.id} shown={one} />
      ))}
      {openId !== null && (
        <Suspense fallback={null}>
          <Lightbox items={pictures} startId={openId} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Neither a ribbon nor a tower: what is cut off is seen when it is opened. */
const aspectOf = ({ width, height }: Media): string => {
  const ratio = width !== null && height !== null && height > 0 ? width / height : 4 / 3;
  return String(Math.min(2, Math.max(0.7, ratio)));
};
