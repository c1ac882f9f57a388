import type { ReactNode } from 'react';
import * as styles from './two-pane.css.ts';
import { useIsWide } from './use-is-wide.ts';

export interface TwoPaneProps {
  /** Functions, because the pane that is not shown on a phone must not run its queries either. */
  list: () => ReactNode;
  /** What is picked; without it a phone shows the list, and a wide screen `placeholder`. */
  detail?: (() => ReactNode) | undefined;
  placeholder: ReactNode;
  listLabel: string;
}

/** A list and what is picked from it: one after the other on a phone, side by side where there is room. */
export function TwoPane({ list, detail, placeholder, listLabel }: TwoPaneProps) {
  const isWide = useIsWide();
  const isListShown = isWide || detail === undefined;
  return (
    <div className={styles.panes}>
      {isListShown && (
        <section className={styles.listPane} aria-label={listLabel}>
          {list()}
        </section>
      )}
      {detail ? (
        <div className={styles.pane}>{detail()}</div>
      ) : (
        isWide && <div className={styles.emptyPane}>{placeholder}</div>
      )}
    </div>
  );
}
