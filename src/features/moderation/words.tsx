import type { ReactNode } from 'react';
import { shownText } from '../../../sync/index.ts';
import * as styles from './moderation.css.ts';

interface WordsProps {
  label: string;
  /** At the end of the label's line. */
  meta?: ReactNode;
  children: ReactNode;
}

/** Other people's words, set off from ours, with what they are. Addresses are no links here: no control may turn one around. */
export function Words({ label, meta, children }: WordsProps) {
  return (
    <div className={styles.words}>
      <p className={styles.label}>
        <span>{label}</span>
        {meta}
      </p>
      <blockquote className={styles.quote} dir="auto">
        {typeof children === 'string' ? shownText(children) : children}
      </blockquote>
    </div>
  );
}
