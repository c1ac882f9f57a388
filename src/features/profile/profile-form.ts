import { birthDate, LIMITS, type MutationArgs, nameText, optionalName, z } from '../../../protocol/index.ts';

/** The profile as a form holds it: everything is there, and an empty middle name is none. */
export const profileForm = z.object({
  firstName: nameText(LIMITS.nameMax),
  middleName: optionalName(LIMITS.nameMax),
  lastName: nameText(LIMITS.nameMax),
  birthDate: birthDate(),
});
export type ProfileForm = z.output<typeof profileForm>;

type ProfileChange = Omit<MutationArgs<'updateProfile'>, 'userId'>;
const names = ['firstName', 'middleName', 'lastName', 'birthDate'] as const;

/** The fields of the form that a change names; a picture is none. */
export const namedFields = (change: ProfileChange): readonly (typeof names)[number][] =>
  names.filter((name) => change[name] !== undefined);

/** The form as a change would leave it. */
export const withChange = (form: ProfileForm, change: ProfileChange): ProfileForm => ({
  firstName: change.firstName ?? form.firstName,
  middleName: change.middleName === undefined ? form.middleName : (change.middleName ?? ''),
  lastName: change.lastName ?? form.lastName,
  birthDate: change.birthDate ?? form.birthDate,
});

/** What a form changes, and nothing else: a change made meanwhile on another device stays. Null when nothing differs. */
export const changedFields = (before: ProfileForm, after: ProfileForm): ProfileChange | null => {
  const changed = names.filter((name) => before[name] !== after[name]);
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, after[name]]));
};
