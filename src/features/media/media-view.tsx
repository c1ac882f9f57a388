import { Suspense, useMemo } from 'react';
import type { Media } from '../../../protocol/index.ts';
import type { MediaOwner } from '../../queries/media-of.ts';
import { useUploads } from '../../queries/uploads.ts';
import { FileRow } from './file-row.tsx';
import * as styles from './media.css.ts';
import { MediaTile } from './media-tile.tsx';
import { useOpenMedia } from './media-viewer.tsx';
import { SendingTotal } from './sending-total.tsx';
import { showMedia } from './shown-media.ts';
import { LazySoundRow } from './sounds/lazy-sound-row.ts';
import type { SoundOrigin } from './sounds/sound-origin.ts';
import { GRID_WIDTH, WIDE_WIDTH } from './widths.ts';

/** From here on tiles may be too small for words of their own: two of them on the smallest phones. */
const TILES_SMALL = 2;

/** A post that is only looked at before it is there. */
const NO_OWNER: MediaOwner = { kind: 'post', id: '' };

interface MediaViewProps {
  /** `media` of a message or post, as it is. */
  media: readonly Media[];
  /** `bubble` is bounded by the bubble's width, `wide` fills its column. */
  size?: 'bubble' | 'wide';
  owner?: MediaOwner;
  /** The message that carries them. */
  origin?: SoundOrigin;
}

/** The attachments of a message or post: pictures as a grid, a video with its still, documents as rows. Opens them too. */
export function MediaView({ media, size = 'bubble', owner = NO_OWNER, origin }: MediaViewProps) {
  const ids = useMemo(() => media.map(({ id }) => id), [media]);
  const uploads = useUploads(ids);
  const shown = useMemo(() => showMedia(media, uploads), [media, uploads]);
  const open = useOpenMedia();
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
                onOpen={() => open({ owner, media, startId: one.media.id })}
              />
            </div>
          ))}
          {pictures.length >= TILES_SMALL && <SendingTotal shown={pictures} />}
        </div>
      )}
      {documents.length > 0 && (
        <div className={size === 'bubble' && pictures.length > 0 ? styles.under : undefined}>
          {documents.map((one) =>
            isSound(one.media) ? (
              <Suspense key={one.media.id} fallback={<div className={styles.soundRoom} />}>
                <LazySoundRow shown={one} origin={origin} />
              </Suspense>
            ) : (
              <FileRow key={one.media.id} shown={one} />
            ),
          )}
        </div>
      )}
    </>
  );
}

/** It is played, and not only saved. */
const isSound = ({ mime, waveform }: Media): boolean =>
  waveform !== undefined || mime?.startsWith('audio/') === true;

/** Neither a ribbon nor a tower: what is cut off is seen when it is opened. */
const aspectOf = ({ width, height }: Media): string => {
  const ratio = width !== null && height !== null && height > 0 ? width / height : 4 / 3;
  return String(Math.min(2, Math.max(0.7, ratio)));
};
