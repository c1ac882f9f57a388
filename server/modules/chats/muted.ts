import { and, eq, gt, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { chats, memberships, messages, pushMarks } from '../../db/schema.ts';

/** `isMutedAt` of the protocol, for a query of `memberships`. */
export const isMutedNow = (now: Date): SQL<boolean> =>
  sql<boolean>`(${memberships.isMuted}
    and (${memberships.mutedUntil} is null or ${memberships.mutedUntil} > ${now.toISOString()}::timestamptz))`;

const notifiesOfMentions = sql`${chats.type} <> 'PRIVATE' and ${memberships.mutesMentions} is not true`;
const namesMember = sql`${messages.mentions} @> jsonb_build_array(${memberships.userId}::text)`;

/** `isNotifiedAt` of the protocol, for a query of `memberships`, `chats` and `messages`. */
export const isNotifiedNow = (now: Date): SQL | undefined =>
  or(not(isMutedNow(now)), and(notifiesOfMentions, namesMember));

/** Of what a member has not seen, so much is looked through for their name, the newest. */
const LOOKED_AT_MAX = 500;
/** When a member was last pushed about the chat, or is about to be. A mention before that has been told. */
const lastPushAt = sql`coalesce((select ${pushMarks.sentAt} from ${pushMarks}
  where ${pushMarks.userId} = ${memberships.userId} and ${pushMarks.tag} = 'chat:' || ${memberships.chatId}), '-infinity')`;
const isLookedAt = and(
  eq(messages.chatId, chats.id),
  gt(messages.createdAt, lastPushAt),
  gt(messages.seq, sql`greatest(${memberships.seenSeq}, ${chats.lastSeq} - ${LOOKED_AT_MAX}::int)`),
  isNull(messages.deletedAt),
  namesMember,
);

/** Whether a member is to be pushed about what has come into a chat, for a query of `memberships` and `chats`. */
export const isPushDue = (now: Date): SQL | undefined =>
  or(
    not(isMutedNow(now)),
    and(notifiesOfMentions, sql`exists (select 1 from ${messages} where ${isLookedAt})`),
  );
