import { useEffect, useLayoutEffect, useRef } from 'react';
import { isAttended } from '../../app/attention.ts';

/** Within this of the newest message the reader is "at the end": new ones are followed. */
const END_PX = 80;

type Options = {
  scroller: HTMLElement;
  scrollToEnd: () => void;
  /** The newest row, when it is the chat's newest one; undefined in an old part, which is read on and not followed. */
  newestKey: string | undefined;
  /** Whether all that is unseen would be in view at the end. */
  fits: () => boolean;
  /**
   * It would not, or it has come while nobody looked: the unseen begins here. `isFollowed`: the reader goes there, and stays
   * where they were otherwise.
   */
  onUnseen: (isFollowed: boolean) => void;
};

/**
 * Keeps the newest message in view of a reader who is at the end: when one comes, while nothing unseen leaves the view by that
 * (many may come at once, as after an absence), and when the view itself gets smaller
 * (the keyboard comes up, the field grows, a bar appears). Only what scrolling says counts as the reader's place, because
 * neither of these moves anything by itself. (The list’s own `followOnAppend` stops as soon as the oldest drawn row goes
 * while the newest comes: the day above it gets a new row then, which is no mere trim.
 */
export function useStickToEnd({ scroller, scrollToEnd, newestKey, fits, onUnseen }: Options): void {
  const wasAtEnd = useRef(true);
  const followed = useRef(newestKey);
  const latest = useRef({ fits, onUnseen });
  latest.current = { fits, onUnseen };
  useLayoutEffect(() => {
    if (followed.current === newestKey) return;
    const isNext = followed.current !== undefined && newestKey !== undefined;
    followed.current = newestKey;
    if (!isNext) return;
    const { fits, onUnseen } = latest.current;
    const isAway = !isAttended();
    if (!wasAtEnd.current) return isAway ? onUnseen(false) : undefined;
    if (!fits()) {
      wasAtEnd.current = false;
      return onUnseen(true);
    }
    scrollToEnd();
    if (isAway) onUnseen(true);
  }, [newestKey, scrollToEnd]);
  useEffect(() => {
    const isAtEnd = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= END_PX;
    let height = scroller.clientHeight;
    const remember = () => {
      if (scroller.clientHeight === height) wasAtEnd.current = isAtEnd();
    };
    const observer = new ResizeObserver(() => {
      if (scroller.clientHeight === height) return;
      height = scroller.clientHeight;
      if (wasAtEnd.current) scrollToEnd();
      else wasAtEnd.current = isAtEnd();
    });
    remember();
    // Before the list's own listener, which draws: asked after it, each frame of scrolling would be laid out twice.
    scroller.addEventListener('scroll', remember, { passive: true, capture: true });
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', remember, { capture: true });
      observer.disconnect();
    };
  }, [scroller, scrollToEnd]);
}
