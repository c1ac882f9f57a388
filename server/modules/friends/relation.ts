import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { friendshipId } from '../../../protocol/index.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { blocks, friendships, users } from '../../db/schema.ts';
import type { StoredFriendship } from './presenter.ts';

/** How two people stand to each other. A block in either direction looks the same to both. */
export type Relation = {
  isBlocked: boolean;
  /** A request or a friendship that has not ended. */
  friendship: StoredFriendship | null;
  /** One that has ended, when there is no other. */
  endedFriendship: StoredFriendship | null;
};

/** @param friendship the row of the two, living or ended, or null when there has never been one */
export const toRelation = (isBlocked: boolean, friendship: StoredFriendship | null): Relation => {
  const isLiving = friendship !== null && friendship.deletedAt === null;
  return {
    isBlocked,
    friendship: isLiving ? friendship : null,
    endedFriendship: isLiving ? null : friendship,
  };
};

/** True when there is a block between two people, in either direction; for use in a `where`. */
export const isBlockedBetween = (a: SQLWrapper | string, b: SQLWrapper | string): SQL<boolean> =>
  sql`exists (select 1 from ${blocks} where (${blocks.blockerId}, ${blocks.blockedId}) in ((${a}, ${b}), (${b}, ${a})) and ${blocks.deletedAt} is null)`;

/** True when the first has blocked the second: what only the one who blocked may notice. */
export const hasBlocked = (blocker: SQLWrapper | string, blocked: SQLWrapper | string): SQL<boolean> =>
  sql`exists (select 1 from ${blocks} where ${blocks.blockerId} = ${blocker} and ${blocks.blockedId} = ${blocked} and ${blocks.deletedAt} is null)`;

/** Lets one transaction at a time decide about two people: a request must not slip past a block that is being made. */
export const lockPair = async (tx: Transaction, a: string, b: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${friendshipId(a, b)}, 0))`);
};

export const findRelation = async (db: Database | Transaction, a: string, b: string): Promise<Relation> => {
  const [row] = await db
    .select({ isBlocked: isBlockedBetween(a, b), friendship: friendships })
    .from(sql`(values (1)) as one`)
    .leftJoin(friendships, eq(friendships.id, friendshipId(a, b)));
  return toRelation(row?.isBlocked === true, row?.friendship ?? null);
};

export const areFriends = ({ isBlocked, friendship }: Relation): boolean =>
  !isBlocked && friendship?.status === 'APPROVED';

/** A person who has an account. */
export const findPerson = async (
  db: Database | Transaction,
  userId: string,
): Promise<typeof users.$inferSelect | undefined> => {
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  return person;
};
