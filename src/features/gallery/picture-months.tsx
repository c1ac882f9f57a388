import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Media } from '../../../protocol/index.ts';
import { formatDate } from '../../i18n/format.ts';
import { useUploads } from '../../queries/uploads.ts';
import { MediaTile } from '../media/media-tile.tsx';
import { useOpenMedia } from '../media/media-viewer.tsx';
import { showMedia } from '../media/shown-media.ts';
import { GRID_WIDTH } from '../media/widths.ts';
import * as styles from './gallery-screen.css.ts';
import type { Shown } from './shown.ts';

type Picture = { readonly media: Media; readonly message: Shown['message'] };

/** Pictures and films in squares, month by month; a press shows one as large as it goes. */
export function PictureMonths({ shown }: { shown: readonly Shown[] }) {
  const { i18n } = useTranslation();
  const pictures = shown.flatMap(({ message }): Picture[] =>
    message.media
      .filter(({ kind, state }) => kind !== 'file' && state !== 'withdrawn')
      .map((media) => ({ media, message })),
  );
  const months = Map.groupBy(pictures, ({ message }) =>
    formatDate(i18n.language, 'month', new Date(message.createdAt)),
  );
  return [...months].map(([month, all]) => (
    <section key={month} className={styles.month} aria-label={month}>
      <h2 className={styles.monthName}>{month}</h2>
      <ul className={styles.squares}>
        {all.map((picture) => (
          <li key={picture.media.id} className={styles.square}>
            <Square {...picture} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function Square({ media, message }: Picture) {
  const open = useOpenMedia();
  const uploads = useUploads(useMemo(() => [media.id], [media.id]));
  const [one] = useMemo(() => showMedia([media], uploads), [media, uploads]);
  if (one === undefined) return null;
  return (
    <MediaTile
      shown={one}
      width={GRID_WIDTH}
      onOpen={() =>
        open({ owner: { kind: 'message', id: message.id }, media: message.media, startId: media.id })
      }
    />
  );
}
