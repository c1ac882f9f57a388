import {
  DEFAULT_SETTINGS,
  isDeleted,
  ownName,
  type SettingsRow,
  shownName,
  type UserRow,
} from '../../protocol/index.ts';
import type { LocalTables } from '../../sync/index.ts';
import { translator } from '../i18n/i18n.ts';
import { useEngine } from '../session/services.tsx';
import { useLocalQuery } from './use-local-query.ts';

type Names = Pick<UserRow, 'firstName' | 'lastName'>;

/** A name as shown. What the server leaves of a deleted account is said in the reader's words. */
export const fullName = (user: Names): string =>
  ownName(user) ?? translator.t(isDeleted(user) ? 'account.deletedName' : 'people.unnamed');

/** How somebody is called in a sentence or a short line. */
export const firstName = (user: Names): string => shownName(user.firstName) || fullName(user);

/** A group's or public chat's name as shown. */
export const chatName = (name: string | null): string =>
  name === null ? '' : shownName(name) || translator.t('group.unnamed');

/** A row's id to the row, of the ids given. */
export const usersById = async (
  db: LocalTables,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, UserRow>> => {
  const users = new Map<string, UserRow>();
  for (const user of await db.users.bulkGet([...new Set(ids)])) if (user) users.set(user.id, user);
  return users;
};

/**
 * The later of two looks at a profile: a post or comment carries the one from when it was read, this device may know better.
 * Of equal versions the held one: it has what I changed here and the server has not learned of yet.
 */
export const newerProfile = (carried: UserRow, held: UserRow | undefined): UserRow =>
  held !== undefined && held.version >= carried.version ? held : carried;

export type Me = { readonly user: UserRow | undefined; readonly settings: SettingsRow | undefined };

/** My own profile and its private half. */
export function useMe(): Me | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: 'me',
    stores: ['users', 'settings'],
    read: async (db) => {
      const [user, settings] = [await db.users.get(userId), await db.settings.get(userId)];
      // A row that an older release stored lacks what is newer than it.
      return { user, settings: settings && { ...DEFAULT_SETTINGS, ...settings } };
    },
  });
}

/** Who has this code, if this device knows; `null` when it does not. */
export function useLocalPerson(uniqueCode: string): UserRow | null | undefined {
  return useLocalQuery({
    name: `person ${uniqueCode}`,
    stores: ['users'],
    read: async (db) => (await db.users.where('uniqueCode').equals(uniqueCode).first()) ?? null,
  });
}

/** A person by id, if this device knows them. */
export function useKnownPerson(id: string | null): UserRow | undefined {
  return useLocalQuery({
    name: `known person ${id}`,
    stores: ['users'],
    read: async (db) => (id === null ? undefined : await db.users.get(id)),
  });
}
