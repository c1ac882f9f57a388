import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { chats, hiddenMessages, members, memberships, messages, users } from '../../../db/schema.ts';
import type { StoredChat, StoredMember, StoredMembership } from '../../chats/presenter.ts';
import type { StoredHidden, StoredMessage } from '../../messages/presenter.ts';
import type { StoredUser } from '../../users/presenter.ts';

type PlaceKey = { chatId: string; userId: string };

/** What few mutations need of chats. All of it is only read. */
export type ChatFactNeeds = {
  /** Chats whose members are counted; public ones are not. */
  countedChats?: readonly string[];
  /** Chats whose pinned messages are read, with what is hidden of them from the member. */
  pinsFor?: readonly PlaceKey[];
  /** Messages whose senders are read, with their places as others see them. */
  sendersOf?: readonly string[];
  /** Members whose pinned chats are read, with their places there. */
  pinnedChatsOf?: readonly string[];
};

/** Rows for the tables of the batch, and what is no row. */
export type ChatFacts = {
  pins: StoredMessage[];
  hidden: StoredHidden[];
  senders: { member: StoredMember; person: StoredUser }[];
  pinnedChats: { chat: StoredChat; place: StoredMembership }[];
  /** How many are in a chat that is not public. */
  memberCounts: ReadonlyMap<string, number>;
};

const ids = sql.placeholder('ids');
const isOneOf = (column: (typeof messages)['id'] | (typeof memberships)['userId']) =>
  sql`${column} = any(${ids}::uuid[])`;

const countMembers = prepared('batch-count-members', (db, name) =>
  db
    .select({ chatId: members.chatId, count: sql<number>`count(*)::int` })
    .from(members)
    .innerJoin(chats, eq(chats.id, members.chatId))
    .where(and(sql`${chats.id} = any(${ids}::uuid[])`, ne(chats.type, 'PUBLIC'), isNull(members.leftAt)))
    .groupBy(members.chatId)
    .prepare(name),
);
const isPinned = and(isNotNull(messages.pinnedAt), isNull(messages.deletedAt));
const findPins = prepared('batch-pins', (db, name) =>
  db
    .select()
    .from(messages)
    .where(and(sql`${messages.chatId} = any(${ids}::uuid[])`, isPinned))
    .prepare(name),
);
const findHiddenPins = prepared('batch-hidden-pins', (db, name) =>
  db
    .select({ hidden: hiddenMessages })
    .from(
      sql`unnest(${sql.placeholder('userIds')}::uuid[], ${sql.placeholder('chatIds')}::uuid[]) as asked(user_id, chat_id)`,
    )
    .innerJoin(messages, and(sql`${messages.chatId} = asked.chat_id`, isPinned))
    .innerJoin(
      hiddenMessages,
      and(sql`${hiddenMessages.userId} = asked.user_id`, eq(hiddenMessages.messageId, messages.id)),
    )
    .prepare(name),
);
const findSenders = prepared('batch-senders', (db, name) =>
  db
    .select({ member: members, person: users })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.senderId))
    .innerJoin(members, sql`${members.id} = ${messages.chatId} || ':' || ${messages.senderId}`)
    .where(isOneOf(messages.id))
    .prepare(name),
);
const findPinnedChats = prepared('batch-pinned-chats', (db, name) =>
  db
    .select({ chat: chats, place: memberships })
    .from(memberships)
    .innerJoin(chats, eq(chats.id, memberships.chatId))
    .where(and(isOneOf(memberships.userId), isNotNull(memberships.pinRank), isNull(memberships.leftAt)))
    .prepare(name),
);

/** Call it behind the locks of chats and places. All queries are sent at once, in this order. */
export const loadChatFacts = async (tx: Transaction, needs: readonly ChatFactNeeds[]): Promise<ChatFacts> => {
  const counted = [...new Set(needs.flatMap((one) => one.countedChats ?? []))];
  const places = needs.flatMap((one) => one.pinsFor ?? []);
  const [userIds, chatIds] = [places.map(({ userId }) => userId), places.map(({ chatId }) => chatId)];
  const sent = [...new Set(needs.flatMap((one) => one.sendersOf ?? []))];
  const pinners = [...new Set(needs.flatMap((one) => one.pinnedChatsOf ?? []))];
  const [counts, pins, hidden, senders, pinnedChats] = await Promise.all([
    counted.length > 0 ? countMembers(tx).execute({ ids: counted }) : [],
    places.length > 0 ? findPins(tx).execute({ ids: chatIds }) : [],
    places.length > 0 ? findHiddenPins(tx).execute({ userIds, chatIds }) : [],
    sent.length > 0 ? findSenders(tx).execute({ ids: sent }) : [],
    pinners.length > 0 ? findPinnedChats(tx).execute({ ids: pinners }) : [],
  ]);
  return {
    ...{ pins, senders, pinnedChats },
    hidden: hidden.map((row) => row.hidden),
    memberCounts: new Map(counts.map(({ chatId, count }) => [chatId, count])),
  };
};
