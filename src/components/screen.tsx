import { type DOMAttributes, type ReactNode, type RefCallback, useCallback, useMemo, useState } from 'react';
import { useKeptScroll } from './kept-scroll.ts';
import { PullToRefresh } from './pull-to-refresh.tsx';
import * as styles from './screen.css.ts';
import { STRIP_ROOM, StripPlaceContext, useStripRoom } from './strip-place.ts';

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
  /** The element that scrolls, for virtual lists. */
  scrollRef?: RefCallback<HTMLDivElement>;
  /**
   * Under which it is kept where the screen stood: its address unless told, for one that is the same at any address or of
   * which the address changes under it. Null: it has a way of its own, as a conversation, which begins at its end.
   */
  scrollName?: string | null;
  onScroll?: () => void;
  /** What becomes of what is dropped anywhere on it. */
  drop?: Pick<DOMAttributes<HTMLElement>, 'onDragStart' | 'onDragOver' | 'onDrop'>;
  /** A list that can be pulled down to ask for what is new; settles when the answer has come. */
  onRefresh?: () => Promise<void>;
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
  scrollName,
  onScroll,
  drop,
  onRefresh,
  children,
}: ScreenProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [address] = useState(() => location.pathname + location.search);
  const keepScroll = useKeptScroll(scrollName === undefined ? address : scrollName);
  const ref = useCallback<RefCallback<HTMLDivElement>>(
    (element) => {
      setScroller(element);
      scrollRef?.(element);
      return keepScroll(element);
    },
    [scrollRef, keepScroll],
  );
  // A conversation begins at its end, and what the strip covers there is old.
  const { slot, setSlot, setLasting, hasRoom } = useStripRoom(scroller, scrollName !== null);
  const stripPlace = useMemo(() => ({ slot, setLasting }), [slot, setLasting]);
  return (
    <div className={styles.screen} {...drop}>
      <StripPlaceContext value={stripPlace}>{header}</StripPlaceContext>
      {banner}
      <div className={styles.stage({ ground, hasFooter: footer !== undefined })}>
        <div className={styles.scroller({ width })} ref={ref} onScroll={onScroll}>
          {hasRoom && (
            <div {...STRIP_ROOM} className={styles.stripRoom}>
              <div className={styles.stripHeight} />
            </div>
          )}
          <div className={styles.content({ width, isPadded, hasRoom })}>{children}</div>
        </div>
        {onRefresh && <PullToRefresh scroller={scroller} onRefresh={onRefresh} />}
        {overlay}
        <div ref={setSlot} className={styles.strip} />
      </div>
      {footer}
    </div>
  );
}
