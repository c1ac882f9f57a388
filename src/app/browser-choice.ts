import { useSyncExternalStore } from 'react';

/** Remembered for the browser session (specification §2): the installed app is not wanted now. */
const KEY = 'tambay.continueInBrowser';
const listeners = new Set<() => void>();

export const isInstalledApp = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches;

const hasChosenBrowser = (): boolean => {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
};

export const continueInBrowser = (): void => {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // Storage is closed: asked again at the next start.
  }
  for (const listener of listeners) listener();
};

/** True in a browser tab until its reader has said to stay there. */
export function useOffersInstalledApp(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => !isInstalledApp() && !hasChosenBrowser(),
  );
}
