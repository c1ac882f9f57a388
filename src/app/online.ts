import { defer, fromEvent, merge } from 'rxjs';
import { useExternalValue } from './use-observable.ts';

const changes = defer(() => merge(fromEvent(window, 'online'), fromEvent(window, 'offline')));

/** What the browser believes. For visitors; signed-in screens ask the engine, which has tried. */
export const useIsOnline = (): boolean =>
  useExternalValue(
    changes,
    () => navigator.onLine,
    () => true,
  );
