import type { ReactNode } from 'react';
import { withoutBidiControls } from '../../../protocol/index.ts';
import { withShownHosts } from '../../../sync/index.ts';
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
        {typeof children === 'string' ? withShownHosts(withoutBidiControls(children)) : children}
      </blockquote>
    </div>
  );
}
