import type { ReactNode, Ref } from 'react';
import * as styles from './screen.css.ts';

export interface ScreenProps {
  /** An `AppHeader`. */
  header?: ReactNode;
  /** Under the header and above the content, as a `Banner`. */
  banner?: ReactNode;
  /** `weave` is the ground of conversations. */
  ground?: 'plain' | 'weave';
  /** `narrow` keeps forms and settings at reading width in the middle. */
  width?: 'full' | 'narrow';
  isPadded?: boolean;
  /** Laid over the content without scrolling with it: a `JumpPill`. */
  overlay?: ReactNode;
  /** Stays under the content: a `Composer`. */
  footer?: ReactNode;
  /** The element that scrolls, for virtual lists and for going to the top. */
  scrollRef?: Ref<HTMLDivElement>;
  onScroll?: () => void;
  children: ReactNode;
}

/** One screen or pane: a header that stays, content that scrolls, a footer that stays. */
export function Screen({
  header,
  banner,
  ground = 'plain',
  width = 'full',
  isPadded = false,
  overlay,
  footer,
  scrollRef,
  onScroll,
  children,
}: ScreenProps) {
  return (
    <div className={styles.screen}>
      {header}
      {banner}
      <div className={styles.stage({ ground })}>
        <div className={styles.scroller({ width })} ref={scrollRef} onScroll={onScroll}>
          <div className={styles.content({ width, isPadded })}>{children}</div>
        </div>
        {overlay}
      </div>
      {footer}
    </div>
  );
}
