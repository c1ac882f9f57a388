import type { BehaviorSubject, Observable } from 'rxjs';
import { isEqualValue } from './rebase/rows.ts';

/** A value that changes: an Observable that tells it on subscription and after each change, and at any time as `value`. */
export type StateObservable<T> = Observable<T> & { readonly value: T };

/** Changes some fields. Where nothing differs no subscriber is called, and `value` stays the same object. */
export const patch = <T extends object>(subject: BehaviorSubject<T>, change: Partial<T>): void => {
  const next = { ...subject.value, ...change };
  if (!isEqualValue(subject.value, next)) subject.next(next);
};
