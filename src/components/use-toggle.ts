import { useEffect, useRef, useState } from 'react';

/** From the end of a write until the query that reads it must have answered; after that the stored value counts. */
const SETTLE_MS = 1_000;

/**
 * The state of a toggle whose stored value follows a press after a moment. Until then it shows what was asked for, so that a
 * second press undoes the first instead of repeating it.
 * @param isOn the stored value
 * @param change asks for a value; a promise ends with the write, without one the value is known at once
 * @returns what to show, and how to ask for a value
 */
export function useToggle(
  isOn: boolean,
  change: (isOn: boolean) => unknown,
): readonly [isOn: boolean, ask: (isOn: boolean) => void] {
  const [asked, setAsked] = useState<boolean | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (asked === isOn) setAsked(null);
  const ask = (wanted: boolean): void => {
    clearTimeout(timer.current);
    const written = change(wanted);
    if (!(written instanceof Promise)) return;
    setAsked(wanted);
    const follow = (): void => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setAsked(null), SETTLE_MS);
    };
    written.then(follow, follow);
  };
  return [asked ?? isOn, ask];
}
