import * as styles from './message-quote.css.ts';

export interface MessageQuoteProps {
  /** Whose words; undefined when this device does not know. */
  name?: string | undefined;
  /** One line of it, or what is to be said instead. */
  words: string;
  /** Leads to the message it quotes. */
  onPress?: (() => void) | undefined;
}

/** The message that this one answers. */
export function MessageQuote({ name, words, onPress }: MessageQuoteProps) {
  const inside = (
    <>
      {name !== undefined && <bdi className={styles.name}>{name}</bdi>}
      <span className={styles.words} dir="auto">
        {words}
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
