import { and, asc, eq, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { memberId } from '../../../../protocol/index.ts';
import type { Transaction } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import {
  chats,
  friendships,
  likes,
  members,
  memberships,
  messages,
  posts,
  users,
} from '../../../db/schema.ts';
import type { StoredChat, StoredMember, StoredMembership } from '../../chats/presenter.ts';
import { isBlockedBetween, type Relation, toRelation } from '../../friends/relation.ts';
import type { StoredMessage } from '../../messages/presenter.ts';
import { isAnyoneReachable } from '../../notifications/reachable.ts';
import { isReadableBy } from '../../posts/policy.ts';
import type { StoredLike, StoredPost } from '../../posts/presenter.ts';
import type { StoredUser } from '../../users/presenter.ts';
import { WorkingRows } from './working-rows.ts';

/** A person's place in a chat. */
export type PlaceKey = { chatId: string; userId: string };

/** A post as somebody reads it. */
export type PostKey = { postId: string; userId: string };

/** What a mutation rests on. */
export type Needs = {
  /** Chats that are only read. */
  chats?: readonly string[];
  /** Chats that change, or that must not change until this is committed. */
  lockedChats?: readonly string[];
  /** Places that change. */
  places?: readonly PlaceKey[];
  /** Other members, to be read. */
  members?: readonly PlaceKey[];
  messages?: readonly string[];
  lockedMessages?: readonly string[];
  /** Posts that change, for those who like them; with the like of that person. */
  posts?: readonly PostKey[];
  /** Own messages of a place to be counted after a `seq`. */
  ownAfter?: readonly (PlaceKey & { seq: number })[];
};

/** A person's place in a chat, and what it depends on. */
export type Place = {
  /** The other person of a private chat. */
  other: { userId: string; relation: Relation } | null;
  /** Somebody else in the chat can be told by web push. */
  isReachable: boolean;
};

/** The rows of a batch. */
export type BatchState = {
  chats: WorkingRows<StoredChat>;
  members: WorkingRows<StoredMember>;
  memberships: WorkingRows<StoredMembership>;
  messages: WorkingRows<StoredMessage>;
  posts: WorkingRows<StoredPost>;
  /** By post and person: `pairOf`. */
  likes: WorkingRows<StoredLike>;
  /** Who wrote a post, for those who may read it; by post and reader: `pairOf`. */
  authors: ReadonlyMap<string, StoredUser>;
  /** By member id. */
  places: ReadonlyMap<string, Place>;
  /** How many own messages stand after a `seq`, those of the batch included. */
  countOwnAfter: (place: PlaceKey, seq: number) => number;
};

const ids = sql.placeholder('ids');
const isOneOf = (column: (typeof chats | typeof messages)['id']) => sql`${column} = any(${ids}::uuid[])`;

const findChats = prepared('batch-chats', (db, name) =>
  db.select().from(chats).where(isOneOf(chats.id)).prepare(name),
);
/** Sorted, as all locks of a batch, so that two batches never wait for each other in a circle. */
const lockChats = prepared('batch-lock-chats', (db, name) =>
  db.select().from(chats).where(isOneOf(chats.id)).orderBy(asc(chats.id)).for('no key update').prepare(name),
);
const findMessages = prepared('batch-messages', (db, name) =>
  db.select().from(messages).where(isOneOf(messages.id)).prepare(name),
);
const lockMessages = prepared('batch-lock-messages', (db, name) =>
  db
    .select()
    .from(messages)
    .where(isOneOf(messages.id))
    .orderBy(asc(messages.id))
    .for('no key update')
    .prepare(name),
);
const findMembers = prepared('batch-members', (db, name) =>
  db.select().from(members).where(sql`${members.id} = any(${ids}::text[])`).prepare(name),
);

/** The other person of a private chat. */
const others = alias(members, 'others');

const lockPlaces = prepared('batch-lock-places', (db, name) =>
  db
    .select({
      member: members,
      membership: memberships,
      otherId: others.userId,
      isBlocked: isBlockedBetween(members.userId, others.userId),
      friendship: friendships,
      isReachable: isAnyoneReachable(members.chatId, members.userId),
    })
    .from(memberships)
    .innerJoin(members, eq(members.id, memberships.id))
    .innerJoin(chats, eq(chats.id, members.chatId))
    .leftJoin(
      others,
      and(eq(others.chatId, chats.id), ne(others.userId, members.userId), eq(chats.type, 'PRIVATE')),
    )
    .leftJoin(
      friendships,
      or(
        and(eq(friendships.requesterId, members.userId), eq(friendships.requesteeId, others.userId)),
        and(eq(friendships.requesterId, others.userId), eq(friendships.requesteeId, members.userId)),
      ),
    )
    .where(sql`${memberships.id} = any(${ids}::text[])`)
    .orderBy(asc(memberships.id))
    .for('no key update', { of: memberships })
    .prepare(name),
);

const countOwn = prepared('batch-count-own', (db, name) =>
  db
    .select({
      key: sql<string>`asked.key`,
      count: sql<number>`(select count(*)::int from ${messages}
        where ${messages.chatId} = asked.chat_id and ${messages.senderId} = asked.user_id and ${messages.seq} > asked.seq)`,
    })
    .from(
      sql`unnest(${sql.placeholder('keys')}::text[], ${sql.placeholder('chatIds')}::uuid[], ${sql.placeholder('userIds')}::uuid[],
        ${sql.placeholder('seqs')}::bigint[]) as asked(key, chat_id, user_id, seq)`,
    )
    .prepare(name),
);

const byId = ({ id }: { id: string }): string => id;
const idOf = ({ chatId, userId }: PlaceKey): string => memberId(chatId, userId);
const countKey = (place: PlaceKey, seq: number): string => `${idOf(place)}:${seq}`;

/** Names a post together with a person. */
export const pairOf = ({ postId, userId }: PostKey): string => `${postId} ${userId}`;

/** Pairs of a post and a person as a table. */
const askedPairs = sql`unnest(${sql.placeholder('postIds')}::uuid[], ${sql.placeholder('userIds')}::uuid[]) as asked(post_id, user_id)`;

const lockPosts = prepared('batch-lock-posts', (db, name) =>
  db
    .select({ post: posts, author: users, readerId: sql<string>`asked.user_id` })
    .from(askedPairs)
    .innerJoin(posts, sql`${posts.id} = asked.post_id`)
    .innerJoin(users, eq(users.id, posts.creatorId))
    .where(isReadableBy(sql`asked.user_id`))
    .orderBy(asc(posts.id))
    .for('no key update', { of: posts })
    .prepare(name),
);

const findLikes = prepared('batch-likes', (db, name) =>
  db
    .select({ like: likes })
    .from(askedPairs)
    .innerJoin(likes, and(sql`${likes.postId} = asked.post_id`, sql`${likes.userId} = asked.user_id`))
    .prepare(name),
);

/** The posts that are asked for and may be read, locked, with their authors and likes. */
const loadPosts = async (
  tx: Transaction,
  asked: readonly PostKey[],
): Promise<Pick<BatchState, 'posts' | 'likes' | 'authors'>> => {
  const state = {
    posts: new WorkingRows<StoredPost>(byId),
    likes: new WorkingRows<StoredLike>(pairOf),
    authors: new Map<string, StoredUser>(),
  };
  const pairs = [...new Map(asked.map((key) => [pairOf(key), key])).values()];
  if (pairs.length === 0) return state;
  const values = {
    postIds: pairs.map(({ postId }) => postId),
    userIds: pairs.map(({ userId }) => userId),
  };
  for (const { post, author, readerId } of await lockPosts(tx).execute(values)) {
    state.posts.hold([post]);
    state.authors.set(pairOf({ postId: post.id, userId: readerId }), author);
  }
  state.likes.hold((await findLikes(tx).execute(values)).map(({ like }) => like));
  return state;
};

/**
 * Loads what mutations need, and locks what they may change: chats, then places, then messages, each in sorted order. What
 * is only read is read after the locks, so that nothing is judged by a row from before somebody else's change.
 */
export const loadState = async (tx: Transaction, needs: readonly Needs[]): Promise<BatchState> => {
  const chatRows = new WorkingRows<StoredChat>(byId);
  const memberRows = new WorkingRows<StoredMember>(byId);
  const membershipRows = new WorkingRows<StoredMembership>(byId);
  const messageRows = new WorkingRows<StoredMessage>(byId);
  const places = new Map<string, Place>();

  const lockedChats = new Set(needs.flatMap((one) => one.lockedChats ?? []));
  const readChats = new Set(needs.flatMap((one) => one.chats ?? [])).difference(lockedChats);
  if (lockedChats.size > 0) chatRows.hold(await lockChats(tx).execute({ ids: [...lockedChats] }));
  if (readChats.size > 0) chatRows.hold(await findChats(tx).execute({ ids: [...readChats] }));

  const placeIds = new Set(needs.flatMap((one) => one.places ?? []).map(idOf));
  if (placeIds.size > 0) {
    for (const row of await lockPlaces(tx).execute({ ids: [...placeIds] })) {
      memberRows.hold([row.member]);
      membershipRows.hold([row.membership]);
      const { otherId, friendship, isBlocked, isReachable } = row;
      const other =
        otherId === null ? null : { userId: otherId, relation: toRelation(isBlocked === true, friendship) };
      places.set(row.membership.id, { other, isReachable });
    }
  }
  const memberIds = new Set(needs.flatMap((one) => one.members ?? []).map(idOf)).difference(placeIds);
  if (memberIds.size > 0) memberRows.hold(await findMembers(tx).execute({ ids: [...memberIds] }));

  const lockedMessages = new Set(needs.flatMap((one) => one.lockedMessages ?? []));
  const readMessages = new Set(needs.flatMap((one) => one.messages ?? [])).difference(lockedMessages);
  if (lockedMessages.size > 0) messageRows.hold(await lockMessages(tx).execute({ ids: [...lockedMessages] }));
  if (readMessages.size > 0) messageRows.hold(await findMessages(tx).execute({ ids: [...readMessages] }));

  const counted = new Map(
    needs.flatMap((one) => one.ownAfter ?? []).map((one) => [countKey(one, one.seq), one]),
  );
  const stored = await countStored(tx, counted);
  const countOwnAfter = (place: PlaceKey, seq: number): number => {
    const ofBatch = messageRows.added.filter(
      (one) => one.chatId === place.chatId && one.senderId === place.userId && (one.seq ?? 0) > seq,
    );
    return (stored.get(countKey(place, seq)) ?? 0) + ofBatch.length;
  };
  return {
    ...{ chats: chatRows, members: memberRows, memberships: membershipRows, messages: messageRows },
    ...{ places, countOwnAfter },
    ...(await loadPosts(
      tx,
      needs.flatMap((one) => one.posts ?? []),
    )),
  };
};

const countStored = async (
  tx: Transaction,
  asked: ReadonlyMap<string, PlaceKey & { seq: number }>,
): Promise<Map<string, number>> => {
  if (asked.size === 0) return new Map();
  const rows = await countOwn(tx).execute({
    keys: [...asked.keys()],
    chatIds: [...asked.values()].map(({ chatId }) => chatId),
    userIds: [...asked.values()].map(({ userId }) => userId),
    seqs: [...asked.values()].map(({ seq }) => seq),
  });
  return new Map(rows.map(({ key, count }) => [key, count]));
};
