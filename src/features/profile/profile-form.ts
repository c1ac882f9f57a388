import { birthDate, LIMITS, type MutationArgs, nameText, optionalName, z } from '../../../protocol/index.ts';

/** The profile as a form holds it: everything is there, and an empty middle name is none. */
export const profileForm = z.object({
  firstName: nameText(LIMITS.nameMax),
  middleName: optionalName(LIMITS.nameMax),
  lastName: nameText(LIMITS.nameMax),
  birthDate: birthDate(),
});
export type ProfileForm = z.output<typeof profileForm>;

/** What a form changes, and nothing else: a change made meanwhile on another device stays. Null when nothing differs. */
export const changedFields = (
  before: ProfileForm,
  after: ProfileForm,
): Omit<MutationArgs<'updateProfile'>, 'userId'> | null => {
  const names = ['firstName', 'middleName', 'lastName', 'birthDate'] as const;
  const changed = names.filter((name) => before[name] !== after[name]);
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, after[name]]));
};
