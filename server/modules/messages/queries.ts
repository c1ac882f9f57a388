import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  or,
  sql,
} from 'drizzle-orm';
import {
  chatScope,
  type MessagesResponse,
  memberId,
  type messagesQuery,
  type UserRow,
  type z,
} from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { chats, hiddenMessages, members, memberships, messages, users } from '../../db/schema.ts';
import { likePattern, type Ordering, planPage } from '../paging.ts';
import { findCursor } from '../sync/scopes.ts';
import { presentUser } from '../users/presenter.ts';
import { presentMessage, type StoredMessage } from './presenter.ts';

type MessagesQuery = z.output<typeof messagesQuery>;

/** A chat that somebody may read, from the message on with which they joined. */
export type Readable = {
  chatId: string;
  type: 'PRIVATE' | 'PUBLIC' | 'GROUP';
  joinedSeq: number;
  /** False for a viewer of a PUBLIC chat who is no member. */
  isMember: boolean;
  readerId: string;
};

export const findReadable = async (
  tx: Transaction,
  chatId: string,
  userId: string,
): Promise<Readable | undefined> => {
  const [row] = await tx
    .select({
      chatId: chats.id,
      type: chats.type,
      joinedSeq: sql`coalesce(greatest(${members.joinedSeq}, ${memberships.clearedSeq}), 0)`.mapWith(Number),
      isMember: sql<boolean>`${members.id} is not null`,
    })
    .from(chats)
    .leftJoin(members, and(eq(members.id, memberId(chatId, userId)), isNull(members.leftAt)))
    .leftJoin(memberships, eq(memberships.id, members.id))
    .where(
      and(
        eq(chats.id, chatId),
        isNull(chats.deletedAt),
        // Every signed-in member may read a PUBLIC chat.
        or(isNotNull(members.id), eq(chats.type, 'PUBLIC')),
      ),
    );
  return row && { ...row, readerId: userId };
};

export const findMessage = async (tx: Transaction, id: string): Promise<StoredMessage | undefined> => {
  const [row] = await tx.select().from(messages).where(eq(messages.id, id));
  return row;
};

/** A line of the chat stands where its number says; a system line stands behind the message whose number it carries. */
const isReadable = ({ chatId, joinedSeq }: Readable) =>
  and(
    eq(messages.chatId, chatId),
    or(gt(messages.seq, joinedSeq), and(isNull(messages.seq), gte(messages.afterSeq, joinedSeq))),
  );

/** The messages that are pinned in a chat, by what a reader may read. */
export const listPinned = (tx: Transaction, readable: Readable): Promise<PinnedBy[]> =>
  tx
    .select({ messageId: messages.id, pinnedBy: messages.pinnedBy, pinnedAt: messages.pinnedAt })
    .from(messages)
    .where(and(isReadable(readable), isNotNull(messages.pinnedAt), isNull(messages.deletedAt)))
    .orderBy(asc(messages.seq));

type PinnedBy = Pick<StoredMessage, 'pinnedBy' | 'pinnedAt'> & { messageId: string };

/** What the reader has deleted for themselves. */
export const isHiddenFrom = (tx: Transaction, readerId: string) =>
  exists(
    tx
      .select({ id: hiddenMessages.id })
      .from(hiddenMessages)
      .where(
        and(
          eq(hiddenMessages.userId, readerId),
          eq(hiddenMessages.messageId, messages.id),
          isNull(hiddenMessages.deletedAt),
        ),
      ),
  );

/** Between two messages: half steps put system lines behind their message. */
const place = sql<number>`(${messages.afterSeq} * 2 + case when ${messages.seq} is null then 1 else 0 end)`;
const placeOf = ({ afterSeq, seq }: StoredMessage): number => afterSeq * 2 + (seq === null ? 1 : 0);

/** A page of a chat's history, newest first unless asked otherwise, with where the chat stood in the same snapshot. */
export const listMessages = async (
  tx: Transaction,
  readable: Readable,
  query: MessagesQuery,
  now: Date,
): Promise<MessagesResponse> => {
  const { page, perPage, cursor, orderBy = 'seq', orderDir, search, beforeSeq, afterSeq, withHidden } = query;
  // Both orders are one: the server's clock stamps messages in the order of their numbers.
  const ordering: Ordering<StoredMessage> = {
    key: place,
    id: messages.id,
    keyType: 'bigint',
    idType: 'uuid',
    keyOf: (row) => String(placeOf(row)),
    idOf: ({ id }) => id,
  };
  const direction = orderDir ?? 'DESC';
  const filters = { orderBy, search, beforeSeq, afterSeq, withHidden, chatId: readable.chatId };
  const plan = planPage(ordering, { page, perPage, cursor, direction, filters }, now);
  const where = and(
    isReadable(readable),
    withHidden === true ? undefined : not(isHiddenFrom(tx, readable.readerId)),
    beforeSeq === undefined ? undefined : lt(messages.afterSeq, beforeSeq),
    afterSeq === undefined
      ? undefined
      : and(gte(messages.afterSeq, afterSeq), or(gt(messages.seq, afterSeq), isNull(messages.seq))),
    search === undefined
      ? undefined
      : and(isNull(messages.deletedAt), ilike(messages.content, likePattern(search))),
  );
  const order = direction === 'ASC' ? asc : desc;
  const rows = await tx
    .select()
    .from(messages)
    .where(and(where, plan.where))
    .orderBy(order(messages.afterSeq), ...plan.orderBy)
    .limit(plan.limit)
    .offset(plan.offset);
  const [all] = await tx.select({ total: count() }).from(messages).where(where);
  const { rows: shown, meta } = plan.finish(rows, all?.total ?? 0);
  const startReached = !(await hasOlder(tx, readable, shown, query));
  const asOf = await findCursor(tx, chatScope(readable.chatId));
  const people = await findNamed(tx, shown);
  return { data: shown.map(presentMessage), meta: { ...meta, asOf, startReached, people } };
};

/** The people in these messages: those who have left are in no list of members, and are needed all the same. */
export const findNamed = async (tx: Transaction, shown: readonly StoredMessage[]): Promise<UserRow[]> => {
  const ids = new Set(
    shown.flatMap(({ senderId, mentions, reactions, listens, event }) => [
      ...(senderId === null ? [] : [senderId]),
      ...mentions,
      ...[...reactions, ...listens].map(({ userId }) => userId),
      ...(event?.people ?? []),
    ]),
  );
  if (ids.size === 0) return [];
  const found = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]));
  return found.map(presentUser);
};

/** Whether anything readable is older than what a page shows; a search never tells. */
const hasOlder = async (
  tx: Transaction,
  readable: Readable,
  shown: readonly StoredMessage[],
  { beforeSeq, afterSeq, search }: MessagesQuery,
): Promise<boolean> => {
  if (search !== undefined) return true;
  const edge = shown.length > 0 ? Math.min(...shown.map(placeOf)) : edgeOfNothing(beforeSeq, afterSeq);
  const [older] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(isReadable(readable), lt(messages.afterSeq, Math.ceil(edge / 2) + 1), lt(place, edge)))
    .limit(1);
  return older !== undefined;
};

const edgeOfNothing = (beforeSeq: number | undefined, afterSeq: number | undefined): number =>
  afterSeq === undefined ? (beforeSeq ?? 0) * 2 : afterSeq * 2 + 1;
