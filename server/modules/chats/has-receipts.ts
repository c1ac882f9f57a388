import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { LIMITS } from '../../../protocol/index.ts';
import { chats } from '../../db/schema.ts';
import type { StoredChat } from './presenter.ts';

const activeMembers = sql`(select count(*) from members inside where inside.chat_id = ${chats.id} and inside.left_at is null)`;

/** Whether it is told in the chat of a query's `chats` row who has received, seen or listened to what (docs/decisions/0004). */
export const hasReceipts = or(
  // A message request sends no receipts until it is accepted. Saved messages have no second reader.
  and(eq(chats.type, 'PRIVATE'), isNull(chats.requestedBy), sql`${activeMembers} > 1`),
  and(eq(chats.type, 'GROUP'), sql`${activeMembers} <= ${LIMITS.receiptsMembersMax}`),
);

/** The same for a row in memory; has-receipts.test.ts holds the two to one answer. */
export const hasReceiptsIn = (
  { type, requestedBy }: Pick<StoredChat, 'type' | 'requestedBy'>,
  memberCount: number,
): boolean =>
  type === 'PRIVATE'
    ? requestedBy === null && memberCount > 1
    : type === 'GROUP' && memberCount <= LIMITS.receiptsMembersMax;
