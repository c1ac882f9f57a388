import { and, count, eq, ilike, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { friendsQuery, z } from '../../../protocol/index.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { friendships, users } from '../../db/schema.ts';
import { likePattern, type Ordering, planPage } from '../paging.ts';
import type { StoredUser } from '../users/presenter.ts';
import type { StoredFriendship } from './presenter.ts';
import { isBlockedBetween } from './relation.ts';

type FriendsQuery = z.output<typeof friendsQuery>;
/** A friendship with the other of its two people. */
export type FriendRow = { friendship: StoredFriendship; user: StoredUser };

const others = alias(users, 'others');

/** Joins a friendship to the other of its two people, for those of mine. */
const otherPerson = (userId: string): SQL =>
  sql`${others.id} = case when ${friendships.requesterId} = ${userId} then ${friendships.requesteeId} else ${friendships.requesterId} end`;

const isMine = (userId: string) =>
  or(eq(friendships.requesterId, userId), eq(friendships.requesteeId, userId));

/** Current ones, without blocked people and deleted accounts. */
const livingFriendships = (userId: string, ...filters: (SQL | undefined)[]) =>
  and(
    isMine(userId),
    isNull(friendships.deletedAt),
    isNull(others.deletedAt),
    not(isBlockedBetween(friendships.requesterId, friendships.requesteeId)),
    ...filters,
  );

/** One friendship of mine, for an answer; a replay of the request that made it gets it even when it has ended since. */
export const findFriend = async (
  db: Database | Transaction,
  userId: string,
  id: string,
): Promise<FriendRow | undefined> => {
  const [row] = await db
    .select({ friendship: friendships, user: others })
    .from(friendships)
    .innerJoin(others, otherPerson(userId))
    .where(and(eq(friendships.id, id), isMine(userId)));
  return row;
};

/** A friendship that ended, for the tombstone of an answer. */
export const findEndedVersion = async (
  db: Database | Transaction,
  userId: string,
  id: string,
): Promise<number | undefined> => {
  const [row] = await db
    .select({ version: friendships.version })
    .from(friendships)
    .where(and(eq(friendships.id, id), isMine(userId)));
  return row?.version;
};

const orderings = {
  createdAt: {
    key: friendships.createdAt,
    keyType: 'timestamptz',
    keyOf: ({ friendship }) => friendship.createdAt.toISOString(),
  },
  firstName: { key: others.firstName, keyType: 'text', keyOf: ({ user }) => user.firstName },
  lastName: { key: others.lastName, keyType: 'text', keyOf: ({ user }) => user.lastName },
} as const satisfies Record<string, Pick<Ordering<FriendRow>, 'key' | 'keyType' | 'keyOf'>>;

const filtersOf = (userId: string, query: FriendsQuery): (SQL | undefined)[] => {
  const { status, requestsToMe, myRequests, userId: withUser, search } = query;
  const asked = requestsToMe || myRequests;
  // Somebody's relation to me is shown whatever it is; a question about requests is about waiting ones.
  const wanted = status ?? (withUser === undefined ? (asked ? 'PENDING' : 'APPROVED') : undefined);
  const directions = or(
    requestsToMe ? eq(friendships.requesteeId, userId) : undefined,
    myRequests ? eq(friendships.requesterId, userId) : undefined,
  );
  const pattern = search === undefined ? undefined : likePattern(search);
  return [
    wanted && eq(friendships.status, wanted),
    directions,
    withUser === undefined ? undefined : and(eq(others.id, withUser), ne(others.id, userId)),
    pattern === undefined
      ? undefined
      : or(
          ilike(sql`${others.firstName} || ' ' || ${others.lastName}`, pattern),
          ilike(others.uniqueCode, pattern),
        ),
  ];
};

/** A page of my friends or of requests (docs/decisions/0009). */
export const listFriends = async (tx: Transaction, userId: string, query: FriendsQuery, now: Date) => {
  const { page, perPage, cursor, orderBy = 'createdAt', orderDir, ...filters } = query;
  const direction = orderDir ?? (orderBy === 'createdAt' ? 'DESC' : 'ASC');
  const ordering: Ordering<FriendRow> = {
    ...orderings[orderBy],
    id: friendships.id,
    idType: 'uuid',
    idOf: ({ friendship }) => friendship.id,
  };
  const plan = planPage(
    ordering,
    { page, perPage, cursor, direction, filters: { orderBy, ...filters } },
    now,
  );
  const where = livingFriendships(userId, ...filtersOf(userId, query));
  const rows = await tx
    .select({ friendship: friendships, user: others })
    .from(friendships)
    .innerJoin(others, otherPerson(userId))
    .where(and(where, plan.where))
    .orderBy(...plan.orderBy)
    .limit(plan.limit)
    .offset(plan.offset);
  const [all] = await tx
    .select({ total: count() })
    .from(friendships)
    .innerJoin(others, otherPerson(userId))
    .where(where);
  return plan.finish(rows, all?.total ?? 0);
};

/** How many requests wait for my answer. */
export const countRequests = async (db: Database | Transaction, userId: string): Promise<number> => {
  const where = livingFriendships(
    userId,
    eq(friendships.status, 'PENDING'),
    eq(friendships.requesteeId, userId),
  );
  const [all] = await db
    .select({ total: count() })
    .from(friendships)
    .innerJoin(others, otherPerson(userId))
    .where(where);
  return all?.total ?? 0;
};
