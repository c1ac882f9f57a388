import type { ReactNode } from 'react';
import * as styles from './app-frame.css.ts';

export interface AppFrameProps {
  /** The `NavBar`. */
  nav: ReactNode;
  /** Inside a chat and in editors the bottom bar gives its place to the keyboard; the rail stays. */
  isNavHiddenOnNarrow?: boolean;
  /** Above every screen: what concerns them all. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The whole window of a signed-in member: navigation and one screen, or two panes. */
export function AppFrame({ nav, isNavHiddenOnNarrow = false, notice, children }: AppFrameProps) {
  return (
    <div className={styles.frame} data-frame="">
      <main className={styles.main({ isOverBar: !isNavHiddenOnNarrow })}>
        <div className={styles.notice} data-live="">
          {notice}
        </div>
        {children}
      </main>
      <div className={styles.nav({ isHiddenOnNarrow: isNavHiddenOnNarrow })}>{nav}</div>
    </div>
  );
}
