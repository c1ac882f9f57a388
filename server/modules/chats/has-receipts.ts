import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { LIMITS } from '../../../protocol/index.ts';
import { chats } from '../../db/schema.ts';

const activeMembers = sql`(select count(*) from members inside where inside.chat_id = ${chats.id} and inside.left_at is null)`;

/** Whether it is told in the chat of a query's `chats` row who has received, seen or listened to what (docs/decisions/0004). */
export const hasReceipts = or(
  // A message request tells nothing until it is accepted.
  and(eq(chats.type, 'PRIVATE'), isNull(chats.requestedBy)),
  and(eq(chats.type, 'GROUP'), sql`${activeMembers} <= ${LIMITS.receiptsMembersMax}`),
);
