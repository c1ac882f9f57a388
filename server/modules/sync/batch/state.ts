import { and, asc, eq, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { memberId } from '../../../../protocol/index.ts';
import type { Transaction } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { blocks, chats, friendships, members, memberships, messages, users } from '../../../db/schema.ts';
import type { StoredChat, StoredMember, StoredMembership } from '../../chats/presenter.ts';
import type { StoredMessage } from '../../messages/presenter.ts';
import { isAnyoneReachable } from '../../notifications/reachable.ts';
import { type ChatFactNeeds, type ChatFacts, loadChatFacts } from './load-chat-facts.ts';
import { loadMarks, type MarkNeeds, type MarkState } from './load-marks.ts';
import { loadPosts, type PostNeeds, type PostState } from './load-posts.ts';
import {
  areBlocked,
  loadRelations,
  idOf as pairId,
  type RelationNeeds,
  type RelationState,
} from './load-relations.ts';
import { WorkingRows } from './working-rows.ts';

/** A person's place in a chat. */
export type PlaceKey = { chatId: string; userId: string };

/** What a mutation rests on. */
export type Needs = PostNeeds &
  RelationNeeds &
  MarkNeeds &
  ChatFactNeeds & {
    /** What one transaction at a time decides about; taken before all locks of rows. */
    turns?: readonly string[];
    /** People who change. */
    lockedPeople?: readonly string[];
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
    /** Own messages of a place to be counted after a `seq`. */
    ownAfter?: readonly (PlaceKey & { seq: number })[];
  };

/** A person's place in a chat, and what it depends on. */
export type Place = {
  /** The other person of a private chat. */
  otherId: string | null;
  /** Somebody else in the chat can be told by web push. */
  isReachable: boolean;
};

/** The rows of a batch. */
export type BatchState = PostState &
  RelationState &
  MarkState &
  Pick<ChatFacts, 'memberCounts'> & {
    chats: WorkingRows<StoredChat>;
    members: WorkingRows<StoredMember>;
    memberships: WorkingRows<StoredMembership>;
    messages: WorkingRows<StoredMessage>;
    /** By member id. */
    places: ReadonlyMap<string, Place>;
    /** Whether there is a block between two of the people, in either direction. */
    isBlocked: (a: string, b: string) => boolean;
    /** How many own messages stand after a `seq`, those of the batch included. */
    countOwnAfter: (place: PlaceKey, seq: number) => number;
  };

const ids = sql.placeholder('ids');
const isOneOf = (column: (typeof users | typeof chats | typeof messages)['id']) =>
  sql`${column} = any(${ids}::uuid[])`;

/** Sorted, as all locks of a batch. */
const takeTurns = prepared('batch-turns', (db, name) =>
  db
    .select({ taken: sql`pg_advisory_xact_lock(turn.key)` })
    .from(
      sql`(select distinct hashtextextended(one, 0) as key from unnest(${ids}::text[]) as one order by key) as turn`,
    )
    .prepare(name),
);
const lockPeople = prepared('batch-lock-people', (db, name) =>
  db.select().from(users).where(isOneOf(users.id)).orderBy(asc(users.id)).for('no key update').prepare(name),
);
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
const ownBlocks = alias(blocks, 'own_blocks');
const othersBlocks = alias(blocks, 'others_blocks');

const lockPlaces = prepared('batch-lock-places', (db, name) =>
  db
    .select({
      member: members,
      membership: memberships,
      otherId: others.userId,
      friendship: friendships,
      said: ownBlocks,
      heard: othersBlocks,
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
    .leftJoin(ownBlocks, and(eq(ownBlocks.blockerId, members.userId), eq(ownBlocks.blockedId, others.userId)))
    .leftJoin(
      othersBlocks,
      and(eq(othersBlocks.blockerId, others.userId), eq(othersBlocks.blockedId, members.userId)),
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

/** Asks a query for what is wanted, if anything is. */
const ask = <Row>(
  query: { execute: (values: { ids: string[] }) => Promise<Row[]> },
  wanted: ReadonlySet<string>,
): Promise<Row[]> => (wanted.size === 0 ? Promise.resolve([]) : query.execute({ ids: [...wanted] }));

/**
 * Loads what mutations need, and locks what they may change: people, then chats, places, messages, stars and posts, each in sorted
 * order. All queries are sent at once and run in the order in which they are written here: what is only read is read after
 * the locks, so that nothing is judged by a row from before somebody else's change.
 */
export const loadState = async (tx: Transaction, needs: readonly Needs[]): Promise<BatchState> => {
  const lockedChats = new Set(needs.flatMap((one) => one.lockedChats ?? []));
  const readChats = new Set(needs.flatMap((one) => one.chats ?? [])).difference(lockedChats);
  const placeIds = new Set(needs.flatMap((one) => one.places ?? []).map(idOf));
  const memberIds = new Set(needs.flatMap((one) => one.members ?? []).map(idOf)).difference(placeIds);
  const lockedMessages = new Set(needs.flatMap((one) => one.lockedMessages ?? []));
  const readMessages = new Set(needs.flatMap((one) => one.messages ?? [])).difference(lockedMessages);
  const counted = new Map(
    needs.flatMap((one) => one.ownAfter ?? []).map((one) => [countKey(one, one.seq), one]),
  );
  const lockedPeople = new Set(needs.flatMap((one) => one.lockedPeople ?? []));
  const turns = new Set(needs.flatMap((one) => [...(one.turns ?? []), ...(one.pairs ?? []).map(pairId)]));
  const [
    ,
    peopleLocked,
    { knownPeople, ...ofPairs },
    chatsLocked,
    chatsRead,
    placesLocked,
    membersRead,
    messagesLocked,
    messagesRead,
    stored,
    ofMarks,
    { blocks: blocksOfPosts, ...ofPosts },
    facts,
  ] = await Promise.all([
    ask(takeTurns(tx), turns),
    ask(lockPeople(tx), lockedPeople),
    loadRelations(tx, needs),
    ask(lockChats(tx), lockedChats),
    ask(findChats(tx), readChats),
    ask(lockPlaces(tx), placeIds),
    ask(findMembers(tx), memberIds),
    ask(lockMessages(tx), lockedMessages),
    ask(findMessages(tx), readMessages),
    countStored(tx, counted),
    loadMarks(tx, needs),
    loadPosts(tx, needs),
    loadChatFacts(tx, needs),
  ]);
  // What is locked takes the place of what is only read.
  const messageRows = new WorkingRows<StoredMessage>(byId, [
    ...facts.pins,
    ...messagesRead,
    ...messagesLocked,
  ]);
  ofMarks.hiddenMessages.hold(facts.hidden);
  ofPosts.people.hold(facts.senders.map(({ person }) => person));
  ofPosts.people.hold(knownPeople);
  ofPosts.people.hold(peopleLocked);
  ofPairs.friendships.hold(placesLocked.flatMap(({ friendship }) => friendship ?? []));
  ofPairs.blocks.hold(blocksOfPosts);
  ofPairs.blocks.hold(placesLocked.flatMap(({ said, heard }) => [said, heard].flatMap((one) => one ?? [])));
  const countOwnAfter = (place: PlaceKey, seq: number): number => {
    const ofBatch = messageRows.added.filter(
      (one) => one.chatId === place.chatId && one.senderId === place.userId && (one.seq ?? 0) > seq,
    );
    return (stored.get(countKey(place, seq)) ?? 0) + ofBatch.length;
  };
  const places = placesLocked.map(({ membership, otherId, isReachable }): [string, Place] => [
    membership.id,
    { otherId, isReachable },
  ]);
  return {
    chats: new WorkingRows<StoredChat>(byId, [
      ...facts.pinnedChats.map(({ chat }) => chat),
      ...chatsRead,
      ...chatsLocked,
    ]),
    members: new WorkingRows<StoredMember>(byId, [
      ...facts.senders.map(({ member }) => member),
      ...membersRead,
      ...placesLocked.map(({ member }) => member),
    ]),
    memberships: new WorkingRows<StoredMembership>(byId, [
      ...facts.pinnedChats.map(({ place }) => place),
      ...placesLocked.map(({ membership }) => membership),
    ]),
    memberCounts: facts.memberCounts,
    ...{ messages: messageRows, places: new Map(places), countOwnAfter },
    isBlocked: (a, b) => areBlocked(ofPairs.blocks, a, b),
    ...ofPairs,
    ...ofMarks,
    ...ofPosts,
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
