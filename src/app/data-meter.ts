import { useSyncExternalStore } from 'react';
import { readToken } from '../session/token-storage.ts';

/** What this device has fetched from the network this month, about: the browser tells sizes, not prices. */
const KEY = 'tambay.dataMeter';
/** The worker tells of what it fetches for the page (sw/files.ts). */
const CHANNEL = 'tambay-data-meter';
const listeners = new Set<() => void>();

const monthOf = (date: Date): string => date.toISOString().slice(0, 7);

const read = (): number => {
  const [month, bytes] = (localStorage.getItem(KEY) ?? '').split(' ');
  return month === monthOf(new Date()) ? Number(bytes) || 0 : 0;
};

const add = (bytes: number): void => {
  // A sign-out leaves nothing in local storage, and the goodbye itself is no longer counted.
  if (!(bytes > 0) || readToken(localStorage) === null) return;
  localStorage.setItem(KEY, `${monthOf(new Date())} ${read() + bytes}`);
  for (const listener of listeners) listener();
};

/** Counts from now on, in every tab for what it fetches itself. */
export const startDataMeter = (): void => {
  if ('PerformanceObserver' in globalThis) {
    new PerformanceObserver((list) => {
      const sizes = list
        .getEntries()
        .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.transferSize : 0));
      add(sizes.reduce((sum, size) => sum + size, 0));
    }).observe({ type: 'resource', buffered: true });
  }
  if ('BroadcastChannel' in globalThis) {
    new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      // Every tab hears it; the one that is looked at counts.
      if (typeof data === 'number' && document.visibilityState === 'visible') add(data);
    });
  }
};

/** Bytes of this month. */
export const useDataThisMonth = (): number =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
