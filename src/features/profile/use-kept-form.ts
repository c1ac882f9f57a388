import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { changedFields, type ProfileForm } from './profile-form.ts';

// For as long as the page is open. A reload that would lose them is asked about first (`useAskBeforeUnload`).
const left = new Map<string, ProfileForm>();

/**
 * Keeps the fields of a profile's form that is left without saving, and fills them in when it is opened again.
 * @param key names the member, and the refused change that the form began with
 * @returns whether the fields are those of an earlier visit; `end` is called when they are saved or discarded
 */
export function useKeptForm(
  key: string,
  form: Pick<UseFormReturn<ProfileForm>, 'getValues' | 'reset'>,
  before: ProfileForm,
): { isKept: boolean; end: () => void } {
  const [kept, setKept] = useState(() => left.get(key));
  const isOver = useRef(false);
  const { getValues, reset } = form;
  useEffect(() => {
    if (kept) reset(kept, { keepDefaultValues: true });
  }, [kept, reset]);
  useEffect(
    () => () => {
      const values = getValues();
      if (isOver.current || changedFields(before, values) === null) left.delete(key);
      else left.set(key, values);
    },
    [before, getValues, key],
  );
  const end = (): void => {
    isOver.current = true;
    left.delete(key);
    setKept(undefined);
  };
  return { isKept: kept !== undefined, end };
}
