import { useEffect, useState } from 'react';

/** Releasing beyond this distance refreshes. */
export const REFRESH_PX = 72;
const MAX_PX = 96;
/** The finger moves further than the list, which feels like a spring. */
const RESISTANCE = 0.5;

/**
 * Pull to refresh: how far the list is pulled down, by touch only and from its very top; letting go far enough calls
 * `onPulled`. The button twin is the header's.
 */
export function usePullDown(scroller: HTMLElement | null, onPulled: () => void): number {
  const [pulledPx, setPulledPx] = useState(0);
  useEffect(() => {
    if (!scroller) return;
    let startY: number | null = null;
    let pulled = 0;
    const set = (next: number) => {
      pulled = next;
      setPulledPx(next);
    };
    const start = (event: TouchEvent) => {
      startY =
        scroller.scrollTop <= 0 && event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null;
    };
    const move = (event: TouchEvent) => {
      const y = event.touches[0]?.clientY;
      if (startY === null || y === undefined) return;
      if (scroller.scrollTop > 0) startY = null;
      set(startY === null ? 0 : Math.max(0, Math.min(MAX_PX, (y - startY) * RESISTANCE)));
    };
    const end = () => {
      if (pulled >= REFRESH_PX) onPulled();
      startY = null;
      if (pulled > 0) set(0);
    };
    scroller.addEventListener('touchstart', start, { passive: true });
    scroller.addEventListener('touchmove', move, { passive: true });
    scroller.addEventListener('touchend', end);
    scroller.addEventListener('touchcancel', end);
    return () => {
      scroller.removeEventListener('touchstart', start);
      scroller.removeEventListener('touchmove', move);
      scroller.removeEventListener('touchend', end);
      scroller.removeEventListener('touchcancel', end);
    };
  }, [scroller, onPulled]);
  return pulledPx;
}
