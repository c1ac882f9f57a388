import { and, eq, gt, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { chats, memberships, messages } from '../../db/schema.ts';

/** `isMutedAt` of the protocol, for a query of `memberships`. */
export const isMutedNow = (now: Date): SQL<boolean> =>
  sql<boolean>`(${memberships.isMuted}
    and (${memberships.mutedUntil} is null or ${memberships.mutedUntil} > ${now.toISOString()}::timestamptz))`;

const hearsNames = sql`${chats.type} <> 'PRIVATE' and ${memberships.mutesMentions} is not true`;
const namesMember = sql`${messages.mentions} @> jsonb_build_array(${memberships.userId}::text)`;

/** `isHeardAt` of the protocol, for a query of `memberships`, `chats` and `messages`. */
export const isHeardNow = (now: Date): SQL | undefined =>
  or(not(isMutedNow(now)), and(hearsNames, namesMember));

/** Of what a member has not seen, so much is looked through for their name, the newest. */
const LOOKED_AT_MAX = 500;
const isLookedAt = and(
  eq(messages.chatId, chats.id),
  gt(messages.seq, sql`greatest(${memberships.seenSeq}, ${chats.lastSeq} - ${LOOKED_AT_MAX}::int)`),
  isNull(messages.deletedAt),
  namesMember,
);

/** Whether a member may hear of what has come into a chat, for a query of `memberships` and `chats`. */
export const mayHear = (now: Date): SQL | undefined =>
  or(not(isMutedNow(now)), and(hearsNames, sql`exists (select 1 from ${messages} where ${isLookedAt})`));
