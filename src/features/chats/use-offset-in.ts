import { useLayoutEffect, useState } from 'react';

/**
 * How far below the top of what scrolls an element begins. What stands above it comes, grows and goes (a card with lost
 * words may fill the screen); whatever of it changes its height changes that of the parent, too.
 */
export function useOffsetIn(scroller: HTMLElement | null, element: HTMLElement | null): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const parent = element?.parentElement;
    if (!scroller || !element || !parent) return;
    const measure = () => {
      const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      setOffset(Math.round(top + scroller.scrollTop));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(parent);
    return () => observer.disconnect();
  }, [scroller, element]);
  return offset;
}
