import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from '../../../protocol/index.ts';
import { PROFILE_DRAFT_KEY } from '../../app/profile-draft-key.ts';
import { changedFields, type ProfileForm, withChange } from './profile-form.ts';

const typed = z.exactOptional(z.string());
const draft = z.object({
  userId: z.string(),
  // As they were typed, which need not be what the protocol takes.
  fields: z.object({
    firstName: typed,
    middleName: z.exactOptional(z.nullable(z.string())),
    lastName: typed,
    birthDate: typed,
  }),
});

/** Only fields that were changed are kept: the others follow what another device says. */
const read = (userId: string, before: ProfileForm): ProfileForm | null => {
  try {
    const { success, data } = draft.safeParse(
      JSON.parse(sessionStorage.getItem(PROFILE_DRAFT_KEY) ?? 'null'),
    );
    if (!success || data.userId !== userId) return null;
    const form = withChange(before, data.fields);
    return changedFields(before, form) === null ? null : form;
  } catch {
    return null;
  }
};

const store = (userId: string, fields: ReturnType<typeof changedFields>): void => {
  try {
    if (fields === null) sessionStorage.removeItem(PROFILE_DRAFT_KEY);
    else sessionStorage.setItem(PROFILE_DRAFT_KEY, JSON.stringify({ userId, fields }));
  } catch {
    // A browser that keeps nothing, or is full: the form works as before.
  }
};

/**
 * Keeps what is typed into a profile's form in this tab, through Back and a reload, and fills it in when the form is opened
 * again.
 * @param before what the form begins with
 * @returns whether fields of an earlier visit were filled in; `end` is called when they are saved or discarded
 */
export function useKeptForm(
  userId: string,
  form: Pick<UseFormReturn<ProfileForm>, 'reset' | 'watch'>,
  before: ProfileForm,
): { isKept: boolean; end: () => void } {
  const [kept, setKept] = useState(() => read(userId, before));
  const isOver = useRef(false);
  const { reset, watch } = form;
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      if (!isOver.current) store(userId, changedFields(before, { ...before, ...values }));
    });
    return unsubscribe;
  }, [before, userId, watch]);
  useEffect(() => {
    if (kept !== null) reset(kept, { keepDefaultValues: true });
  }, [kept, reset]);
  const end = (): void => {
    isOver.current = true;
    store(userId, null);
    setKept(null);
  };
  return { isKept: kept !== null, end };
}
