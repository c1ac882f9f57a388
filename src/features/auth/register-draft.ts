/**
 * What a newcomer has typed so far, in this tab: it outlives a reload and the way back, until the account is made. The
 * password is not in it. Nothing heavy is imported: the first script of the page reads it, too.
 */
export const draftFields = ['firstName', 'middleName', 'lastName', 'email', 'birthDate'] as const;
export type RegisterDraft = Record<(typeof draftFields)[number], string>;

const KEY = 'tambay.register';
export const emptyDraft: RegisterDraft = {
  firstName: '',
  middleName: '',
  lastName: '',
  email: '',
  birthDate: '',
};

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A browser that keeps nothing must not stop anybody from registering. */
const attempt = <T>(act: () => T, otherwise: T): T => {
  try {
    return act();
  } catch {
    return otherwise;
  }
};

/** @returns what was kept; empty fields where nothing was, or nothing that can be read */
export const readRegisterDraft = (open: () => DraftStorage = () => sessionStorage): RegisterDraft =>
  attempt(() => {
    const kept: unknown = JSON.parse(open().getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return emptyDraft;
    const wordsOf = (field: string): string => {
      const value: unknown = Reflect.get(kept, field);
      return typeof value === 'string' ? value : '';
    };
    const draft = { ...emptyDraft };
    for (const field of draftFields) draft[field] = wordsOf(field);
    return draft;
  }, emptyDraft);

/** Keeps these fields and nothing else of what is given. */
export const keepRegisterDraft = (
  values: Partial<Record<keyof RegisterDraft, string | undefined>>,
  open: () => DraftStorage = () => sessionStorage,
): void => {
  const draft = Object.fromEntries(draftFields.map((field) => [field, values[field] ?? '']));
  attempt(() => open().setItem(KEY, JSON.stringify(draft)), undefined);
};

export const dropRegisterDraft = (open: () => DraftStorage = () => sessionStorage): void =>
  attempt(() => open().removeItem(KEY), undefined);
