import { cutText } from '../../../protocol/index.ts';
import { shownText } from '../../../sync/index.ts';
import * as styles from './scanner.css.ts';

const SHOWN_MAX = 120;

/** What a code says that is none of ours. Loaded when there is one: visitors scan, too, and have no engine yet. */
export function ForeignCode({ text }: { text: string }) {
  return <p className={styles.foreign}>{cutText(shownText(text), SHOWN_MAX)}</p>;
}
