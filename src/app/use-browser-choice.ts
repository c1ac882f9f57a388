import { defer, fromEvent } from 'rxjs';
import { asksForBrowser, BROWSER_CHOICE_CHANGED, isWelcomed, offersInstalledApp } from './browser-choice.ts';
import { useExternalValue } from './use-observable.ts';

const changes = defer(() => fromEvent(globalThis, BROWSER_CHOICE_CHANGED));

export const useOffersInstalledApp = (): boolean => useExternalValue(changes, offersInstalledApp, () => true);

export const useAsksForBrowser = (): boolean => useExternalValue(changes, asksForBrowser, () => true);

export const useIsWelcomed = (): boolean => useExternalValue(changes, isWelcomed);
