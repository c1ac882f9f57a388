import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { members, pushSubscriptions } from '../../db/schema.ts';

/**
 * Whether web push reaches anybody in a chat besides the actor. Asked before a job is sent, because a job costs more than
 * this query, which goes by the members of the chat: going by the subscriptions it would grow with the community.
 */
export const isAnyoneReachable = (chatId: SQLWrapper, actorId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${members} m join ${pushSubscriptions} s on s.user_id = m.user_id
    where m.chat_id = ${chatId} and m.user_id <> ${actorId} and m.left_at is null)`;
