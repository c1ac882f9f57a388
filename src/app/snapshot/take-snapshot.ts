import type { ShownSnapshot } from './show-snapshot.ts';

/** Ends what the page has shown until now. @returns what was done there meanwhile; null when nothing was shown */
export const takeSnapshot = (): Pick<ShownSnapshot, 'pressed' | 'scrollTop'> | null => {
  const shown = window.tambaySnapshot ?? null;
  window.tambaySnapshot = null;
  shown?.host.remove();
  return shown;
};
