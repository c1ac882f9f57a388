import { useCallback, useSyncExternalStore } from 'react';
import type { Observable } from 'rxjs';
import type { StateObservable } from '../../sync/index.ts';

/**
 * What `read` answers, again whenever `changes` emits.
 * @param read answers the same object as long as nothing has changed
 * @param readAtBuild instead of it where the app is built, without a browser
 */
export function useExternalValue<T>(
  changes: Observable<unknown>,
  read: () => T,
  readAtBuild: () => T = read,
): T {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = changes.subscribe(() => onChange());
      return () => subscription.unsubscribe();
    },
    [changes],
  );
  return useSyncExternalStore(subscribe, read, readAtBuild);
}

/** The present value of a state of engine, session or app. */
export const useObservable = <T>(state: StateObservable<T>): T => useExternalValue(state, () => state.value);
