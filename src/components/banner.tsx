import type { ReactNode } from 'react';
import * as styles from './banner.css.ts';

export interface BannerProps {
  tone?: 'accent' | 'spark' | 'danger' | 'info';
  /** `edge` runs from side to side under a header, `foot` does where otherwise a composer is, `card` stands among content. */
  shape?: 'edge' | 'foot' | 'card';
  icon?: ReactNode;
  children: ReactNode;
  /** One to three buttons of variant `plain`. */
  actions?: ReactNode;
}

/** Something that stays true until somebody acts: a new version, messages that need a hand, no network on a form. */
export function Banner({ tone = 'accent', shape = 'card', icon, children, actions }: BannerProps) {
  return (
    <div className={styles.banner({ tone, shape })} role="status">
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={styles.text}>{children}</p>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
