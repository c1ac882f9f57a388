import type { ReactNode } from 'react';
import * as styles from './moderation.css.ts';

interface WordsProps {
  label: string;
  /** At the end of the label's line. */
  meta?: ReactNode;
  children: ReactNode;
}

/** Other people's words, set off from ours, with what they are. */
export function Words({ label, meta, children }: WordsProps) {
  return (
    <div className={styles.words}>
      <p className={styles.label}>
        <span>{label}</span>
        {meta}
      </p>
      <blockquote className={styles.quote} dir="auto">
        {children}
      </blockquote>
    </div>
  );
}
