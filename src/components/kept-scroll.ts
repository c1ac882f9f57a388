import { type RefCallback, useCallback } from 'react';
import { prefersLessMotion } from '../theme/device-preferences.ts';

// For as long as the page is open: a list one comes back to stands where it was left.
const positions = new Map<string, number>();
const scrollers = new Set<HTMLElement>();
const used = new WeakSet<HTMLElement>();
// How to give up. Where they stand on the way to their position is not where somebody left them.
const restoring = new WeakMap<HTMLElement, () => void>();

/** What a screen draws in the moments after its frame, as the database answers. */
const LATE_MS = 2_000;

/** Somebody scrolls: by wheel, finger, keys, or the bar at the side. */
const TAKING_OVER = ['wheel', 'touchstart', 'keydown', 'pointerdown'];

/** Scrolls there as soon as there is enough to scroll, unless somebody else scrolls first. @returns gives up */
const restore = (element: HTMLElement, to: number): (() => void) => {
  const end = (): void => {
    restoring.delete(element);
    observer.disconnect();
    clearTimeout(timer);
    for (const kind of TAKING_OVER) element.removeEventListener(kind, end);
  };
  const attempt = (): void => {
    element.scrollTop = to;
    if (element.scrollTop >= Math.floor(to)) end();
  };
  const observer = new ResizeObserver(attempt);
  const timer = setTimeout(end, LATE_MS);
  restoring.set(element, end);
  for (const kind of TAKING_OVER) element.addEventListener(kind, end, { passive: true });
  for (const inside of element.children) observer.observe(inside);
  attempt();
  return end;
};

/**
 * Keeps a scroll position under a name, and lets the tab bar send it to its top.
 * @param name null: this one has a way of its own
 */
export function useKeptScroll(name: string | null): RefCallback<HTMLDivElement> {
  return useCallback(
    (element) => {
      if (!element || name === null) return;
      const remember = () => {
        if (!restoring.has(element)) positions.set(name, element.scrollTop);
      };
      const kept = positions.get(name) ?? 0;
      // A new list stands at its top: to say so would lay the page out once more in the middle of drawing it.
      const giveUp = kept > 0 ? restore(element, kept) : undefined;
      if (kept === 0 && used.has(element)) element.scrollTop = 0;
      used.add(element);
      element.addEventListener('scroll', remember, { passive: true });
      scrollers.add(element);
      return () => {
        giveUp?.();
        element.removeEventListener('scroll', remember);
        scrollers.delete(element);
      };
    },
    [name],
  );
}

/** Where a list stood: for one that is drawn only after its scroller is there, and gives it its height. */
export const keptPosition = (name: string): number => positions.get(name) ?? 0;

/** Somebody comes anew, and begins at the top. */
export const forgetPosition = (name: string): void => {
  positions.delete(name);
};

/** Sends everything on the screen that scrolls to its top. @returns whether something was not there */
export const scrollListsToTop = (): boolean => {
  let hasMoved = false;
  const isStill = prefersLessMotion();
  for (const scroller of scrollers) {
    restoring.get(scroller)?.();
    hasMoved ||= scroller.scrollTop > 0;
    scroller.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' });
  }
  return hasMoved;
};
