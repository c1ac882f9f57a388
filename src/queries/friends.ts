import { type FriendshipRow, friendshipId, type UserRow } from '../../protocol/index.ts';
import type { OutboxRow, OutboxRowOf } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { fullName, usersById } from './people.ts';
import { useLocalQuery } from './use-local-query.ts';

export type FriendItem = { readonly friendship: FriendshipRow; readonly user: UserRow };

const otherId = (friendship: FriendshipRow, me: string): string =>
  friendship.requesterId === me ? friendship.requesteeId : friendship.requesterId;

const withUsers = (
  me: string,
  friendships: readonly FriendshipRow[],
  users: ReadonlyMap<string, UserRow>,
): FriendItem[] =>
  friendships.flatMap((friendship) => {
    const user = users.get(otherId(friendship, me));
    return user ? [{ friendship, user }] : [];
  });

/** My friends, by name. */
export function useFriends(): readonly FriendItem[] | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: 'friends',
    stores: ['friendships', 'users'],
    read: async (db) => {
      const approved = (await db.friendships.toArray()).filter((row) => row.status === 'APPROVED');
      const users = await usersById(
        db,
        approved.map((row) => otherId(row, userId)),
      );
      const friends = withUsers(userId, approved, users);
      return friends.sort((a, b) => fullName(a.user).localeCompare(fullName(b.user)));
    },
  });
}

/** The requests that I sent: those that wait for an answer, and those that were accepted. */
export function useOwnRequests(): readonly FriendItem[] | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: 'own requests',
    stores: ['friendships', 'users'],
    read: async (db) => {
      const own = (await db.friendships.toArray()).filter((row) => row.requesterId === userId);
      const users = await usersById(
        db,
        own.map((row) => row.requesteeId),
      );
      return withUsers(userId, own, users);
    },
  });
}

/** A request that was typed here and is not settled: its code may be unknown. */
export type QueuedRequest = {
  readonly mutation: OutboxRowOf<'requestFriend'>;
  readonly user: UserRow | undefined;
};

/** My answer to a request that the server refused, as when it was taken back in the meantime. */
export type RefusedAnswer = {
  readonly mutation: OutboxRowOf<'acceptFriend' | 'rejectFriend'>;
  readonly user: UserRow | undefined;
};

export type FriendRequests = {
  readonly incoming: readonly FriendItem[];
  readonly sent: readonly FriendItem[];
  readonly queued: readonly QueuedRequest[];
  readonly refused: readonly RefusedAnswer[];
};

const isRefusedAnswer = (row: OutboxRow): row is OutboxRowOf<'acceptFriend' | 'rejectFriend'> =>
  (row.name === 'acceptFriend' || row.name === 'rejectFriend') &&
  (row.state === 'rejected' || row.state === 'parked');

const isOpenRequest = (row: OutboxRow): row is OutboxRowOf<'requestFriend'> =>
  row.name === 'requestFriend' && row.state !== 'cancelling';

const newestFirst = (a: FriendItem, b: FriendItem): number =>
  b.friendship.createdAt.localeCompare(a.friendship.createdAt);

type RequestRows = {
  readonly outbox: readonly OutboxRow[];
  readonly asked: readonly OutboxRowOf<'requestFriend'>[];
  readonly named: readonly UserRow[];
  readonly users: ReadonlyMap<string, UserRow>;
};

const sortRequests = (
  me: string,
  friendships: readonly FriendshipRow[],
  { outbox, asked, named, users }: RequestRows,
): FriendRequests => {
  const pending = withUsers(
    me,
    friendships.filter((row) => row.status === 'PENDING'),
    users,
  ).sort(newestFirst);
  const sent = pending.filter(({ friendship }) => friendship.requesterId === me);
  const queued = asked
    .map((mutation) => ({
      mutation,
      user: named.find((user) => user.uniqueCode === mutation.args.uniqueCode),
    }))
    // The server has it and its row is here: it is a sent request like any other.
    .filter(
      ({ mutation, user }) => mutation.state !== 'acked' || !sent.some((item) => item.user.id === user?.id),
    );
  const queuedUsers = new Set(queued.map(({ user }) => user?.id));
  return {
    incoming: pending.filter(({ friendship }) => friendship.requesteeId === me),
    sent: sent.filter(({ user }) => !queuedUsers.has(user.id)),
    queued,
    refused: outbox.filter(isRefusedAnswer).map((mutation) => ({
      mutation,
      user: pending.find(({ friendship }) => friendship.id === mutation.args.friendshipId)?.user,
    })),
  };
};

/** Requests to me and from me, those that still wait on this device included. */
export function useFriendRequests(): FriendRequests | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: 'friend requests',
    stores: ['friendships', 'users', 'outbox'],
    read: async (db) => {
      const [friendships, outbox] = await Promise.all([
        db.friendships.toArray(),
        db.outbox.orderBy('seq').toArray(),
      ]);
      const asked = outbox.filter(isOpenRequest);
      const [named, users] = await Promise.all([
        db.users
          .where('uniqueCode')
          .anyOf(asked.map((mutation) => mutation.args.uniqueCode))
          .toArray(),
        usersById(
          db,
          friendships.map((row) => otherId(row, userId)),
        ),
      ]);
      return sortRequests(userId, friendships, { outbox, asked, named, users });
    },
  });
}

/** How many people wait for my answer. */
export function useRequestsCount(): number {
  const { userId } = useEngine();
  const count = useLocalQuery({
    name: 'requests count',
    stores: ['friendships'],
    read: async (db) => {
      const toMe = await db.friendships.where('requesteeId').equals(userId).toArray();
      return toMe.filter((row) => row.status === 'PENDING').length;
    },
  });
  return count ?? 0;
}

export type Relation = 'self' | 'friend' | 'asksMe' | 'asked' | 'none';

/** What I am to a person. */
export const relationOf = (me: string, person: string, friendship: FriendshipRow | undefined): Relation => {
  if (me === person) return 'self';
  if (!friendship) return 'none';
  if (friendship.status === 'APPROVED') return 'friend';
  return friendship.requesteeId === me ? 'asksMe' : 'asked';
};

export type RelationState = { readonly relation: Relation; readonly friendship: FriendshipRow | undefined };

/** My relation to a person; a request that still waits on this device counts as asked. */
export function useRelation(person: Pick<UserRow, 'id' | 'uniqueCode'>): RelationState | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: `relation ${person.id}`,
    stores: ['friendships', 'outbox'],
    read: async (db) => {
      const friendship = await db.friendships.get(friendshipId(userId, person.id));
      const relation = relationOf(userId, person.id, friendship);
      if (relation !== 'none') return { relation, friendship };
      const isAsking = (await db.outbox.toArray()).some(
        (row) =>
          row.name === 'requestFriend' &&
          row.args.uniqueCode === person.uniqueCode &&
          row.state !== 'rejected' &&
          row.state !== 'cancelling',
      );
      return { relation: isAsking ? 'asked' : 'none', friendship };
    },
  });
}
