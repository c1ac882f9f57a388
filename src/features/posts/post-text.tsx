import { splitLinks } from '../../components/message-text.ts';
import * as styles from './post-card.css.ts';

/** What somebody wrote, with its links. Never anything but text. */
export function PostText({ text, isClamped = false }: { text: string; isClamped?: boolean }) {
  return (
    <p className={isClamped ? styles.clamped : styles.body}>
      {splitLinks(text).map((part, index) =>
        part.kind === 'link' ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
            key={index}
            className={styles.link}
            href={part.text}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
