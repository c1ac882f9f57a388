import type { UserRow } from './rows/user.ts';
import { shownName } from './text.ts';

type Names = Pick<UserRow, 'firstName' | 'lastName'>;

/** What the server leaves of the name of a deleted account. */
export const isDeleted = ({ firstName, lastName }: Names): boolean =>
  firstName === 'Deleted' && lastName === 'account';

/** The name somebody gave themself, as shown: the middle name is for papers. Null: the account is deleted, or nothing of it can be seen. */
export const ownName = (user: Names): string | null =>
  isDeleted(user) ? null : shownName(`${user.firstName} ${user.lastName}`) || null;
