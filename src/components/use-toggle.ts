import { useEffect, useState } from 'react';

/** From the end of a write until the query that reads it must have answered; after that the stored value counts. */
const SETTLE_MS = 1_000;

/**
 * The state of a toggle whose stored value follows a press after a moment. Until then it shows what was asked for last, so
 * that a second press undoes the first instead of repeating it.
 * @param isOn the stored value
 * @param change asks for a value; a promise ends with the write, without one the value is known at once. It tells of its own failures
 * @returns what to show, and how to ask for a value
 */
export function useToggle(
  isOn: boolean,
  change: (isOn: boolean) => unknown,
): readonly [isOn: boolean, ask: (isOn: boolean) => void] {
  const [asked, setAsked] = useState<boolean | null>(null);
  const [pending, setPending] = useState(0);
  useEffect(() => {
    if (asked === null || pending > 0) return;
    const timer = setTimeout(() => setAsked(null), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [asked, pending]);
  const ask = (wanted: boolean): void => {
    const written = change(wanted);
    if (!(written instanceof Promise)) return;
    setAsked(wanted);
    setPending((count) => count + 1);
    const end = (): void => setPending((count) => count - 1);
    written.then(end, end);
  };
  return [asked ?? isOn, ask];
}
