import type { ReactNode } from 'react';
import * as styles from './narrow-layout.css.ts';

export interface NarrowLayoutProps {
  /** At the upper end: the language. */
  corner?: ReactNode;
  /** On the weave above the sheet: a `Hero`. */
  hero?: ReactNode;
  children: ReactNode;
}

/** The default layout of the specification: one narrow column in the middle, for visitors. The page itself scrolls. */
export function NarrowLayout({ corner, hero, children }: NarrowLayoutProps) {
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        {corner !== undefined && (
          <div className={styles.corner({ hasHero: hero !== undefined })}>{corner}</div>
        )}
        {hero !== undefined && <div className={styles.hero}>{hero}</div>}
        <div className={styles.sheet({ hasHero: hero !== undefined })}>{children}</div>
      </div>
    </main>
  );
}
