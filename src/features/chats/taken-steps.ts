import { Subject } from 'rxjs';
import { useExternalValue } from '../../app/use-observable.ts';

/** Cleared with the rest of local storage when the member signs out. */
const KEY = 'FIRST_STEPS';

/** Steps that leave no trace in the tables, and `hidden`: the member has dismissed the list. */
export type TakenStep = 'code' | 'publicChats' | 'hidden';

const changes = new Subject<void>();
const read = (): string => localStorage.getItem(KEY) ?? '';

/** Remembers a step on this device. */
export const takeStep = (step: TakenStep): void => {
  localStorage.setItem(KEY, [...new Set([...read().split(' '), step])].join(' ').trim());
  changes.next();
};

/** The steps that were remembered here, and in other components of this page at once. */
export const useTakenSteps = (): ReadonlySet<string> => new Set(useExternalValue(changes, read).split(' '));
