import { and, count, desc, eq, gt, ilike, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { type ChatItem, type chatsQuery, memberId, privateChatId, type z } from '../../../protocol/index.ts';
import type { Database, Queryable, Transaction } from '../../db/database.ts';
import {
  chats,
  hiddenMessages,
  members,
  memberships,
  messages,
  uniqueCodes,
  users,
} from '../../db/schema.ts';
import { hasBlocked } from '../friends/relation.ts';
import { likePattern, type Ordering, planPage } from '../paging.ts';
import type { StoredUser } from '../users/presenter.ts';
import { isInSight, isRequestTo } from './in-sight.ts';
import { isMutedNow } from './muted.ts';
import { presentChatItem, presentVirtualChat, type StoredChat } from './presenter.ts';

type ChatsQuery = z.output<typeof chatsQuery>;

const isActive = and(isNull(memberships.leftAt), isNull(chats.deletedAt));

const isOfOthersAfterSeen = sql`${messages.seq} > ${memberships.seenSeq}
  and ${messages.senderId} is distinct from ${memberships.userId}`;
const deletedUnseen = sql`(select count(*) from ${messages} where ${messages.chatId} = ${chats.id}
  and ${messages.deletedAt} is not null and ${isOfOthersAfterSeen})`;
/** What was deleted for everyone as well counts there. */
const hiddenUnseen = sql`(select count(*) from ${hiddenMessages}
  join ${messages} on ${messages.id} = ${hiddenMessages.messageId}
  where ${hiddenMessages.userId} = ${memberships.userId} and ${hiddenMessages.chatId} = ${chats.id}
  and ${hiddenMessages.deletedAt} is null and ${messages.deletedAt} is null and ${isOfOthersAfterSeen})`;

/** How many messages of a chat its member has not seen; what was deleted, for everyone or for the member, does not count. */
const unseen = sql<number>`(case when ${chats.lastSeq} - ${memberships.seenSeq} - ${memberships.ownAfterSeen} <= 0 then 0
  else greatest(0, ${chats.lastSeq} - ${memberships.seenSeq} - ${memberships.ownAfterSeen} - ${deletedUnseen}
    - ${hiddenUnseen}) end)::int`;

/** Chats as their member sees them, in the order of `ids`; those that the person is not in are left out. */
export const findChatItems = async (
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<ChatItem[]> => {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ chat: chats, membership: memberships, unseen })
    .from(memberships)
    .innerJoin(chats, eq(chats.id, memberships.chatId))
    .where(and(eq(memberships.userId, userId), inArray(chats.id, [...ids]), isActive));
  const inside = await tx
    .select({ member: members, user: users })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(inArray(members.chatId, [...ids]), isNull(members.leftAt)));
  const newest = await tx
    .select({ message: messages })
    .from(messages)
    .innerJoin(chats, and(eq(chats.id, messages.chatId), eq(chats.lastSeq, messages.seq)))
    .innerJoin(members, and(eq(members.chatId, chats.id), eq(members.userId, userId)))
    .innerJoin(memberships, eq(memberships.id, members.id))
    // What was said before one joined is not for one's list either, nor what one has deleted for oneself.
    .where(
      and(
        inArray(chats.id, [...ids]),
        sql`not exists (select 1 from ${hiddenMessages} where ${hiddenMessages.messageId} = ${messages.id}
          and ${hiddenMessages.userId} = ${userId} and ${hiddenMessages.deletedAt} is null)`,
        gt(messages.seq, sql`greatest(${members.joinedSeq}, ${memberships.clearedSeq})`),
      ),
    );
  return ids.flatMap((id) => {
    const row = rows.find(({ chat }) => chat.id === id);
    if (!row) return [];
    const insideHere = inside.filter(({ member }) => member.chatId === id);
    return presentChatItem({
      ...row,
      ...{ members: insideHere, memberCount: insideHere.length },
      lastMessage: newest.find(({ message }) => message.chatId === id)?.message ?? null,
    });
  });
};

const newestActivity = sql`coalesce(${chats.lastMessageAt}, ${chats.createdAt})`;

/** A chat in a list, with what it is called there. */
export type Listed = { chat: StoredChat; title: string };

/** What a chat is called: a private one has no name of its own. */
export const nameOfChat = sql<string>`coalesce(${chats.name}, '')`;
/** What a member calls it: a private chat is called as the other one. */
const titleFor = (userId: string): SQL<string> =>
  sql<string>`coalesce(${chats.name}, (select ${users.firstName} || ' ' || ${users.lastName}
    from ${members} join ${users} on ${users.id} = ${members.userId}
    where ${members.chatId} = ${chats.id} and ${members.userId} <> ${userId} limit 1), '')`;

/** How a list of chats may be ordered. */
export const orderingOf = (
  orderBy: NonNullable<ChatsQuery['orderBy']>,
  title: SQL<string>,
): Ordering<Listed> => {
  const id = { id: chats.id, idType: 'uuid', idOf: ({ chat }: Listed) => chat.id } as const;
  switch (orderBy) {
    case 'name':
      return { ...id, key: title, keyType: 'text', keyOf: (listed) => listed.title };
    case 'createdAt':
      return {
        ...{ ...id, key: chats.createdAt, keyType: 'timestamptz' },
        keyOf: ({ chat }) => chat.createdAt.toISOString(),
      };
    case 'lastMessageAt':
      return {
        ...{ ...id, key: newestActivity, keyType: 'timestamptz' },
        keyOf: ({ chat }) => (chat.lastMessageAt ?? chat.createdAt).toISOString(),
      };
  }
};

/** A page of the chats I am in. A search looks at names: the chat's, and those of the people in it. */
export const listChats = async (tx: Transaction, userId: string, query: ChatsQuery, now: Date) => {
  const {
    page,
    perPage,
    cursor,
    orderBy = 'lastMessageAt',
    orderDir,
    type,
    search,
    archived,
    requests,
  } = query;
  const direction = orderDir ?? (orderBy === 'name' ? 'ASC' : 'DESC');
  const filters = { orderBy, type, search, archived, requests };
  const title = titleFor(userId);
  const plan = planPage(orderingOf(orderBy, title), { page, perPage, cursor, direction, filters }, now);
  const where = and(
    eq(memberships.userId, userId),
    isActive,
    isInSight,
    type && eq(chats.type, type),
    archived === undefined ? undefined : eq(memberships.isArchived, archived),
    requests === undefined ? undefined : requests ? isRequestTo(userId) : not(isRequestTo(userId)),
    search === undefined ? undefined : isNamed(userId, likePattern(search)),
  );
  const rows = await tx
    .select({ chat: chats, title })
    .from(memberships)
    .innerJoin(chats, eq(chats.id, memberships.chatId))
    .where(and(where, plan.where))
    .orderBy(...plan.orderBy)
    .limit(plan.limit)
    .offset(plan.offset);
  const [all] = await tx
    .select({ total: count() })
    .from(memberships)
    .innerJoin(chats, eq(chats.id, memberships.chatId))
    .where(where);
  const { rows: shown, meta } = plan.finish(rows, all?.total ?? 0);
  return {
    data: await findChatItems(
      tx,
      userId,
      shown.map(({ chat }) => chat.id),
    ),
    meta,
  };
};

const isNamed = (userId: string, pattern: string): SQL | undefined =>
  or(
    ilike(chats.name, pattern),
    sql`exists (select 1 from ${members} join ${users} on ${users.id} = ${members.userId}
      where ${members.chatId} = ${chats.id} and ${members.userId} <> ${userId} and ${members.leftAt} is null
      and ${users.firstName} || ' ' || ${users.lastName} ilike ${pattern})`,
  );

/** The private chat of two people: as it is, or as a first message would make it. */
export const findPrivateChat = async (
  tx: Transaction,
  viewer: StoredUser,
  other: StoredUser,
  now: Date,
): Promise<ChatItem> => {
  const [persisted] = await findChatItems(tx, viewer.id, [privateChatId(viewer.id, other.id)]);
  return persisted ?? presentVirtualChat(viewer, other, now);
};

/** Whose code it is: a person's or a chat's. */
export const findByCode = async (
  tx: Transaction,
  code: string,
): Promise<{ userId: string | null; chatId: string | null } | undefined> => {
  const [found] = await tx.select().from(uniqueCodes).where(eq(uniqueCodes.code, code));
  return found;
};

/** True when two people are in one chat now. A message request that the viewer has sent does not count. */
export const shareChat = async (tx: Transaction, a: string, b: string): Promise<boolean> => {
  const [shared] = await tx
    .select({ id: memberships.chatId })
    .from(memberships)
    .innerJoin(chats, eq(chats.id, memberships.chatId))
    .innerJoin(members, eq(members.id, sql`${memberships.chatId} || ':' || ${b}::text`))
    .where(
      and(
        eq(memberships.userId, a),
        isActive,
        isNull(members.leftAt),
        or(isNull(chats.requestedBy), eq(chats.requestedBy, b)),
      ),
    )
    .limit(1);
  return shared !== undefined;
};

/** My row in a chat, for the answer of a seen mark. */
export const findMembership = async (db: Database | Transaction, chatId: string, userId: string) => {
  const [row] = await db
    .select()
    .from(memberships)
    .where(eq(memberships.id, memberId(chatId, userId)));
  return row;
};

/**
 * Unseen messages by chat, the newest chat first. Muted chats and message requests are named and not counted; private ones
 * with somebody whom one has blocked are neither. To the blocked one nothing changes: the history is still there, a device
 * counts it, and a count that fell by itself would tell of the block.
 */
export const countUnseen = async (db: Queryable, userId: string, now: Date) => {
  const other = sql`(select ${members.userId} from ${members} where ${members.chatId} = ${chats.id} and ${members.userId} <> ${userId} limit 1)`;
  const byChat = await db
    .select({
      ...{ chatId: chats.id, count: unseen },
      isQuiet: sql<boolean>`(${isMutedNow(now)} or ${isRequestTo(userId)})`,
    })
    .from(memberships)
    .innerJoin(chats, eq(chats.id, memberships.chatId))
    .where(
      and(
        eq(memberships.userId, userId),
        isActive,
        gt(unseen, 0),
        eq(memberships.isDeclined, false),
        or(ne(chats.type, 'PRIVATE'), sql`not ${hasBlocked(sql`${userId}::uuid`, other)}`),
      ),
    )
    .orderBy(desc(newestActivity));
  const counted = byChat.filter(({ isQuiet }) => !isQuiet);
  return {
    count: counted.reduce((sum, chat) => sum + chat.count, 0),
    chats: counted.length,
    byChat: byChat.map(({ chatId, count: unseenHere }) => ({ chatId, count: unseenHere })),
  };
};
