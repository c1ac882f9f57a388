import { Subject } from 'rxjs';
import { readToken } from '../session/token-storage.ts';
import { DATA_METER_KEY } from './data-meter-key.ts';
import { useExternalValue } from './use-observable.ts';

/** The worker tells of what it fetches (sw/data-meter.ts). */
const CHANNEL = 'tambay-data-meter';
const changes = new Subject<void>();

const monthOf = (date: Date): string => date.toISOString().slice(0, 7);

const read = (): number => {
  const [month, bytes] = (localStorage.getItem(DATA_METER_KEY) ?? '').split(' ');
  return month === monthOf(new Date()) ? Number(bytes) || 0 : 0;
};

/** What the browser does not measure, such as the frames of a socket. */
export const addToDataMeter = (bytes: number): void => {
  // A visitor leaves nothing in local storage; the sum of those who were signed in stays for the next one.
  if (!(bytes > 0) || readToken(localStorage) === null) return;
  localStorage.setItem(DATA_METER_KEY, `${monthOf(new Date())} ${read() + bytes}`);
  changes.next();
};

/** Counts from now on, in every tab for what it fetches itself. */
export const startDataMeter = (): void => {
  if ('PerformanceObserver' in globalThis) {
    new PerformanceObserver((list) => {
      const sizes = list
        .getEntries()
        .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.transferSize : 0));
      addToDataMeter(sizes.reduce((sum, size) => sum + size, 0));
    }).observe({ type: 'resource', buffered: true });
  }
  if ('BroadcastChannel' in globalThis) {
    new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      // Every tab receives it; the visible one counts.
      if (typeof data === 'number' && document.visibilityState === 'visible') addToDataMeter(data);
    });
  }
};

/** Bytes that this device has fetched from the network this month, about: the browser tells sizes, not prices. */
export const useDataThisMonth = (): number => useExternalValue(changes, read);
