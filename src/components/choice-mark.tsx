import { Check } from 'lucide-react';
import * as styles from './choice-mark.css.ts';

/** The round box of a row of which several can be chosen; the row itself is the checkbox. */
export function ChoiceMark({ isChosen }: { isChosen: boolean }) {
  return (
    <span className={styles.mark[isChosen ? 'chosen' : 'open']}>
      {isChosen && <Check size={16} aria-hidden="true" />}
    </span>
  );
}
