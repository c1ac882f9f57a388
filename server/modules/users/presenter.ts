import type { Change, OwnUser, SettingsRow, UserRow } from '../../../protocol/index.ts';
import type { users } from '../../db/schema.ts';
import { settingsOf } from '../settings/stored.ts';

export type StoredUser = typeof users.$inferSelect;

/** A person as others may see them. */
export const presentUser = (row: StoredUser): UserRow => ({
  id: row.id,
  uniqueCode: row.uniqueCode,
  firstName: row.firstName,
  middleName: row.middleName,
  lastName: row.lastName,
  avatarId: row.avatarId,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
});

/** The private half of an account: only ever for its owner. */
export const presentSettings = (row: StoredUser): SettingsRow => ({
  id: row.id,
  email: row.email,
  birthDate: row.birthDate,
  ...settingsOf(row),
  version: row.settingsVersion,
});

/** Both halves in one, for the owner. */
export const presentOwnUser = (row: StoredUser): OwnUser => ({
  ...presentUser(row),
  email: row.email,
  birthDate: row.birthDate,
});

export const userChange = (row: StoredUser): Change => ({
  table: 'users',
  id: row.id,
  version: row.version,
  row: presentUser(row),
});

export const settingsChange = (row: StoredUser): Change => ({
  table: 'settings',
  id: row.id,
  version: row.settingsVersion,
  row: presentSettings(row),
});
