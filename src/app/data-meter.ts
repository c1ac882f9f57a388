import { defer, fromEvent, merge, Subject } from 'rxjs';
import { DATA_METER_CHANNEL } from '../../protocol/index.ts';
import { readToken } from '../session/token-storage.ts';
import { DATA_METER_KEY } from './data-meter-key.ts';
import { isOnWifi } from './network-kind.ts';
import { useExternalValue } from './use-observable.ts';

/** Bytes over the network in one month, about: browsers tell sizes, not prices. */
export type DataUse = {
  /** As `2026-11`. */
  readonly month: string;
  readonly bytes: number;
  /** Of these, over Wi-Fi or a cable. */
  readonly wifiBytes: number;
};

const added = new Subject<void>();
/** Emits when the meter may say something else, in whichever tab it was counted. */
export const meterChanges = merge(
  added,
  defer(() => fromEvent(window, 'storage')),
);

const monthOf = (date: Date): string => date.toISOString().slice(0, 7);

/** What the meter says, with nothing counted where it is of another month. */
export const readDataUse = (now = new Date()): DataUse => {
  const [month, bytes, wifiBytes] = (localStorage.getItem(DATA_METER_KEY) ?? '').split(' ');
  const present = monthOf(now);
  return month === present
    ? { month, bytes: Number(bytes) || 0, wifiBytes: Number(wifiBytes) || 0 }
    : { month: present, bytes: 0, wifiBytes: 0 };
};

/** What the browser does not measure, such as the frames of a socket. */
export const addToDataMeter = (bytes: number): void => {
  // A visitor leaves nothing in local storage; the sum of those who were signed in stays for the next one.
  if (!(bytes > 0) || readToken(localStorage) === null) return;
  const use = readDataUse();
  const wifiBytes = use.wifiBytes + (isOnWifi() === true ? bytes : 0);
  localStorage.setItem(DATA_METER_KEY, `${use.month} ${use.bytes + bytes} ${wifiBytes}`);
  added.next();
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
    new BroadcastChannel(DATA_METER_CHANNEL).addEventListener(
      'message',
      ({ data }: MessageEvent<unknown>) => {
        // Every tab receives it; the visible one counts.
        if (typeof data === 'number' && document.visibilityState === 'visible') addToDataMeter(data);
      },
    );
  }
};

/** Bytes that this device has moved over the network this month. */
export const useDataThisMonth = (): number => useExternalValue(meterChanges, () => readDataUse().bytes);
