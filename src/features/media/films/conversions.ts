import { BehaviorSubject } from 'rxjs';
import { useExternalValue } from '../../../app/use-observable.ts';

/** Progress of the conversions in this tab, from 0 to 1, by file id. */
const shares = new BehaviorSubject<ReadonlyMap<string, number>>(new Map());

const running = new Map<string, AbortController>();

/** A signal that `stopConversion` aborts. */
export const beginConversion = (id: string): AbortSignal => {
  const stop = new AbortController();
  running.set(id, stop);
  return stop.signal;
};

export const endConversion = (id: string): void => {
  running.delete(id);
  setConversion(id, null);
};

/** Aborts the conversion of a film that was removed from its composer. If something else names it, it is converted at the next start. */
export const stopConversion = (id: string): void => running.get(id)?.abort();

/** @param share null when the conversion has ended */
export const setConversion = (id: string, share: number | null): void => {
  const next = new Map(shares.value);
  if (share === null) next.delete(id);
  else next.set(id, share);
  shares.next(next);
};

/** Progress in whole percent, to limit re-rendering; null when this tab does not convert the file. */
export function useConversion(id: string | null): number | null {
  return useExternalValue(shares, () => {
    const share = id === null ? undefined : shares.value.get(id);
    return share === undefined ? null : Math.floor(share * 100);
  });
}
