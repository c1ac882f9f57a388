import { pageDocument } from './page-document.ts';

/**
 * Runs something behind what the screen waits for: speaking to other tabs costs as much as asking the database. Where nobody
 * looks there is nothing to wait for, and browsers hold back the timers of such pages for seconds.
 */
export const afterScreen = (run: () => void): void => {
  if (pageDocument()?.visibilityState === 'visible') setTimeout(run);
  else queueMicrotask(run);
};
