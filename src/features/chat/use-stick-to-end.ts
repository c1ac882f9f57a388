import { useEffect } from 'react';

/** Within this of the newest message the reader is "at the end": new ones are followed. */
export const END_PX = 80;

/**
 * Keeps the newest message in view when the view itself gets smaller: the keyboard comes up, the field grows, a bar
 * appears. Only what scrolling says counts as the reader's place, because the shrinking itself moves nothing.
 */
export function useStickToEnd(scroller: HTMLElement, scrollToEnd: () => void): void {
  useEffect(() => {
    const isAtEnd = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= END_PX;
    let wasAtEnd = true;
    let height = scroller.clientHeight;
    const remember = () => {
      if (scroller.clientHeight === height) wasAtEnd = isAtEnd();
    };
    const observer = new ResizeObserver(() => {
      if (scroller.clientHeight === height) return;
      height = scroller.clientHeight;
      if (wasAtEnd) scrollToEnd();
      else wasAtEnd = isAtEnd();
    });
    remember();
    scroller.addEventListener('scroll', remember, { passive: true });
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', remember);
      observer.disconnect();
    };
  }, [scroller, scrollToEnd]);
}
