import type { ReactNode } from 'react';
import * as styles from './message-quote.css.ts';

export interface MessageQuoteProps {
  /** Whose words; undefined when this device does not know. */
  name?: ReactNode;
  /** One line of it, or what is to be said instead. */
  words: string;
  /** What the message shows, small. */
  picture?: ReactNode;
  /** Leads to the message it quotes. */
  onPress?: (() => void) | undefined;
}

/** The message that this one answers. */
export function MessageQuote({ name, words, picture, onPress }: MessageQuoteProps) {
  const inside = (
    <>
      {picture}
      <span className={styles.texts}>
        {name !== undefined && <bdi className={styles.name}>{name}</bdi>}
        <span className={styles.words} dir="auto">
          {words}
        </span>
      </span>
    </>
  );
  if (!onPress) return <blockquote className={styles.quote({ isPressable: false })}>{inside}</blockquote>;
  return (
    <button type="button" className={styles.quote({ isPressable: true })} onClick={onPress}>
      {inside}
    </button>
  );
}
