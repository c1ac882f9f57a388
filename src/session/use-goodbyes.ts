import { useExternalValue } from '../app/use-observable.ts';
import { GOODBYES_KEY, type Goodbye, goodbyeChanges, goodbyesOf } from './goodbyes.ts';
import { useEngine } from './services.tsx';

const NONE: readonly Goodbye[] = [];

/** The member's goodbyes to strangers that no server has heard yet. */
export function useGoodbyes(): readonly Goodbye[] {
  const { userId } = useEngine();
  const kept = useExternalValue(goodbyeChanges, () => localStorage.getItem(GOODBYES_KEY));
  return kept === null ? NONE : goodbyesOf(localStorage, userId);
}
