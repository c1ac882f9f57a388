import { type RefCallback, useCallback } from 'react';
import { prefersLessMotion } from '../theme/device-preferences.ts';

// For as long as the page lives: a list one comes back to stands where it was left.
const positions = new Map<string, number>();
const scrollers = new Set<HTMLElement>();
const used = new WeakSet<HTMLElement>();

/** Keeps a list's scroll position under a name, and lets the tab bar send it to its top. */
export function useKeptScroll(name: string): RefCallback<HTMLDivElement> {
  return useCallback(
    (element) => {
      if (!element) return;
      const remember = () => positions.set(name, element.scrollTop);
      const kept = positions.get(name);
      // A new list stands at its top: to say so would lay the page out once more in the middle of drawing it.
      if (kept !== undefined || used.has(element)) element.scrollTop = kept ?? 0;
      used.add(element);
      element.addEventListener('scroll', remember, { passive: true });
      scrollers.add(element);
      return () => {
        element.removeEventListener('scroll', remember);
        scrollers.delete(element);
      };
    },
    [name],
  );
}

/** Where a list stood: for one that is drawn only after its scroller is there, and gives it its height. */
export const keptPosition = (name: string): number => positions.get(name) ?? 0;

/** Sends every list on the screen to its top. @returns whether one of them was not there */
export const scrollListsToTop = (): boolean => {
  let hasMoved = false;
  const isStill = prefersLessMotion();
  for (const scroller of scrollers) {
    hasMoved ||= scroller.scrollTop > 0;
    scroller.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' });
  }
  return hasMoved;
};
