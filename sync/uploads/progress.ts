import { BehaviorSubject } from 'rxjs';
import type { StateObservable } from '../state-observable.ts';

export type ProgressStore = {
  /** Bytes sent, by file; only of files that this tab is sending. */
  readonly sent: StateObservable<ReadonlyMap<string, number>>;
  /** @param sentBytes null when the file is no longer being sent */
  set(id: string, sentBytes: number | null): void;
};

/** How far each upload of this tab is. It lives in memory: a write for each packet would cost more than the packet. */
export const createProgress = (): ProgressStore => {
  const sent = new BehaviorSubject<ReadonlyMap<string, number>>(new Map());
  return {
    sent,
    set(id, sentBytes) {
      if ((sent.value.get(id) ?? null) === sentBytes) return;
      const next = new Map(sent.value);
      if (sentBytes === null) next.delete(id);
      else next.set(id, sentBytes);
      sent.next(next);
    },
  };
};
