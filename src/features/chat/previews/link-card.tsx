import type { LinkPreview } from '../../../../protocol/index.ts';
import { MediaThumb } from '../../media/media-thumb.tsx';
import * as styles from './link-card.css.ts';

/**
 * What the page of a link says of itself, as the server found it, and the host that opens: whatever the page calls itself, and
 * wherever it led. The picture is one of ours: nothing here asks the site.
 */
export function LinkCard({ preview: { url, title, description, picture } }: { preview: LinkPreview }) {
  return (
    <a
      className={styles.card}
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      draggable={false}
    >
      {picture !== null && <MediaThumb media={picture} size="card" />}
      <span className={styles.texts}>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        {description !== null && (
          <span className={styles.description} dir="auto">
            {description}
          </span>
        )}
        <bdi className={styles.host} dir="ltr">
          {URL.parse(url)?.host ?? url}
        </bdi>
      </span>
    </a>
  );
}
