import { splitLinks } from '../../../sync/index.ts';
import { WrittenLink } from '../../components/written-link.tsx';
import * as styles from './post-card.css.ts';

/** What somebody wrote, with its links. Never anything but text. */
export function PostText({ text, isClamped = false }: { text: string; isClamped?: boolean }) {
  return (
    <p className={isClamped ? styles.clamped : styles.body} dir="auto">
      {splitLinks(text).map((part, index) =>
        part.kind === 'link' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
          <WrittenLink key={index} part={part} className={styles.link} />
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
