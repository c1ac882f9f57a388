import { and, asc, inArray, isNull, or } from 'drizzle-orm';
import { hasWords, LIMITS, type Wanted } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { users } from '../../db/schema.ts';
import { personWords } from '../../db/schema-search.ts';
import type { StoredUser } from '../users/presenter.ts';
import { isFindableBy } from './policy.ts';
import { matches, toQuery } from './words-sql.ts';

/** Of more people with such a name no more are looked at. Friends and members of common chats are on the device already. */
const NAMED_MAX = 2_000;

/** People whom somebody may find, by their names; never by their codes, which are to be told and not guessed. */
export const findPeople = async (
  tx: Transaction,
  readerId: string,
  wanted: Wanted,
): Promise<StoredUser[]> => {
  const asked = toQuery(wanted, []);
  if (asked === null) return [];
  const named = tx
    .select({ id: personWords.userId })
    .from(personWords)
    .where(or(matches(personWords.words, asked), isNull(personWords.words)))
    .limit(NAMED_MAX);
  const rows = await tx
    .select()
    .from(users)
    .where(and(inArray(users.id, named), isFindableBy(tx, readerId)))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
    .limit(2 * LIMITS.searchPage);
  return rows
    .filter(({ firstName, lastName }) => hasWords(`${firstName} ${lastName}`, wanted))
    .slice(0, LIMITS.searchPage);
};
