import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

const subscribe = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, MINUTE_MS);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
};

const currentMinute = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** Now, to the minute, so that "Today" does not stay Today for ever on a screen that is left open. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, currentMinute);
}
