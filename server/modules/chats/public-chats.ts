import { and, count, eq, ilike, inArray, isNull } from 'drizzle-orm';
import type { ChatItem, chatsQuery, z } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { chats, members, messages } from '../../db/schema.ts';
import { likePattern, planPage } from '../paging.ts';
import { presentChatItem } from './presenter.ts';
import { findChatItems, nameOfChat, orderingOf } from './queries.ts';

const isOpen = and(eq(chats.type, 'PUBLIC'), isNull(chats.deletedAt));

/** How many people are in each of these chats. */
export const countMembers = async (
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ chatId: members.chatId, inside: count() })
    .from(members)
    .where(and(inArray(members.chatId, [...ids]), isNull(members.leftAt)))
    .groupBy(members.chatId);
  return new Map(rows.map(({ chatId, inside }) => [chatId, inside]));
};

/** Chats that somebody may look at, in the order of `ids`: those they are in, and PUBLIC ones as anybody sees them, without members. */
export const findKnownChatItems = async (
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<ChatItem[]> => {
  if (ids.length === 0) return [];
  const own = new Map((await findChatItems(tx, userId, ids)).map((item) => [item.id, item]));
  const others = ids.filter((id) => !own.has(id));
  const rooms =
    others.length === 0
      ? []
      : await tx
          .select({ chat: chats, newest: messages })
          .from(chats)
          .leftJoin(messages, and(eq(messages.chatId, chats.id), eq(messages.seq, chats.lastSeq)))
          .where(and(inArray(chats.id, others), isOpen));
  const sizes = await countMembers(tx, others);
  return ids.flatMap((id) => {
    const known = own.get(id);
    const room = rooms.find(({ chat }) => chat.id === id);
    if (known || !room) return known ?? [];
    const { chat, newest } = room;
    const item = { membership: null, unseen: 0, members: [], memberCount: sizes.get(id) ?? 0 };
    return presentChatItem({ ...item, chat, lastMessage: newest });
  });
};

/** A page of all PUBLIC chats, by name (`GET /chats?discover=true`). */
export const listOpenChats = async (
  tx: Transaction,
  userId: string,
  query: z.output<typeof chatsQuery>,
  now: Date,
) => {
  const { page, perPage, cursor, orderBy = 'name', orderDir, search } = query;
  const direction = orderDir ?? (orderBy === 'name' ? 'ASC' : 'DESC');
  const filters = { discover: true, orderBy, search };
  const plan = planPage(orderingOf(orderBy, nameOfChat), { page, perPage, cursor, direction, filters }, now);
  const where = and(isOpen, search === undefined ? undefined : ilike(chats.name, likePattern(search)));
  const rows = await tx
    .select({ chat: chats, title: nameOfChat })
    .from(chats)
    .where(and(where, plan.where))
    .orderBy(...plan.orderBy)
    .limit(plan.limit)
    .offset(plan.offset);
  const [all] = await tx.select({ total: count() }).from(chats).where(where);
  const { rows: shown, meta } = plan.finish(rows, all?.total ?? 0);
  const ids = shown.map(({ chat }) => chat.id);
  return { data: await findKnownChatItems(tx, userId, ids), meta };
};
