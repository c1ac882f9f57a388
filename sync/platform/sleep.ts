import type { Clock } from './ports.ts';

/** Resolves after `ms` milliseconds of the clock, or at once when the signal aborts. */
export const sleep = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = clock.schedule(() => resolve(), ms);
    signal.addEventListener('abort', () => {
      timer.unsubscribe();
      resolve();
    });
  });
