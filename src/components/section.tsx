import { type ReactNode, useId } from 'react';
import * as styles from './section.css.ts';

export interface SectionProps {
  /** The fragment of an address that leads to this section. */
  anchor?: string;
  title?: string;
  /** At the end of the title's line. */
  action?: ReactNode;
  /** A sentence under the card. */
  note?: string;
  /** `card` frames rows and draws lines between them, `padded` frames free content, `plain` does neither. */
  surface?: 'card' | 'padded' | 'plain';
  children: ReactNode;
}

export function Section({ anchor, title, action, note, surface = 'card', children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={title === undefined ? undefined : titleId}>
      {title !== undefined && (
        <div className={styles.head}>
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          {action}
        </div>
      )}
      <div className={styles.surfaces[surface]} id={anchor}>
        {children}
      </div>
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </section>
  );
}
