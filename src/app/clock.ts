import { defer, fromEvent, interval, merge } from 'rxjs';
import { serverClock } from '../../sync/http.ts';
import { useExternalValue } from './use-observable.ts';

const MINUTE_MS = 60_000;

const changes = defer(() => merge(interval(MINUTE_MS), fromEvent(document, 'visibilitychange')));

const currentMinute = (): number => Math.floor(serverClock.now() / MINUTE_MS) * MINUTE_MS;

/** Now by the clock of the server, to the minute, so that "Today" does not stay Today for ever on a screen that is left open. */
export const useMinute = (): number => useExternalValue(changes, currentMinute);
