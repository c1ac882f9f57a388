import { defer, fromEvent, interval, map, merge, tap } from 'rxjs';
import { forgetDateFormats } from '../i18n/format.ts';
import { translator } from '../i18n/i18n.ts';
import { useExternalValue } from './use-observable.ts';

const currentZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

let zone = currentZone();

const CHECK_MS = 60_000;

// No event tells of a journey: it is looked for when the page is come back to, and each minute.
const checks = defer(() =>
  merge(interval(CHECK_MS), fromEvent(document, 'visibilitychange'), fromEvent(window, 'focus')),
).pipe(
  map(currentZone),
  tap((next) => {
    if (next === zone) return;
    zone = next;
    forgetDateFormats();
    // Whatever words a time draws itself again as after a change of the language.
    translator.emit('languageChanged', translator.language);
  }),
);

/** The time zone of the device. While a component uses this hook, a change of the zone re-renders all formatted times. */
export const useTimeZone = (): string => useExternalValue(checks, () => zone);
