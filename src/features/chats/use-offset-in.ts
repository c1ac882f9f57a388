import { useLayoutEffect, useState } from 'react';

/**
 * How far below the top of what scrolls an element begins, in px. What stands above it comes, grows and goes (a card with
 * unsent words may fill the screen); whatever of it changes its height changes that of an element around both.
 */
export function useOffsetIn(scroller: HTMLElement | null, element: HTMLElement | null): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    if (!scroller || !element) return;
    const measure = () => {
      const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      setOffset(Math.round(top + scroller.scrollTop));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (let around = element.parentElement; around && around !== scroller; around = around.parentElement) {
      observer.observe(around);
    }
    return () => observer.disconnect();
  }, [scroller, element]);
  return offset;
}
