import { and, countDistinct, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { LIMITS, type StrangerAccess } from '../../../protocol/index.ts';
import type { Queryable } from '../../db/database.ts';
import {
  friendships,
  reports,
  strangerBlocks,
  strangerChats,
  strangerMeetings,
  strangerMembers,
  users,
} from '../../db/schema.ts';
import { isBlockedBetween } from '../friends/relation.ts';
import { isSuspended } from '../moderation/suspended.ts';

const HOUR_MS = 60 * 60_000;

/** Born on this day or before, one is of age. Days are those of UTC, on the server's clock: a phone's says what it is told. */
export const adultBirthDate = (now: Date): string => {
  const day = new Date(now);
  day.setUTCFullYear(day.getUTCFullYear() - LIMITS.strangerMinimumAgeYears);
  // A member born on 29 February is of age on 1 March, 18 years later.
  return day.toISOString().slice(0, 10);
};

/** Reported as a stranger by three different people, without a decision by a moderator yet. */
const isPaused = (userId: SQLWrapper): SQL<boolean> =>
  sql`(select ${countDistinct(reports.reporterId)} from ${reports} where ${and(
    eq(reports.accusedId, userId),
    eq(reports.kind, 'stranger'),
    isNull(reports.resolvedAt),
  )}) >= ${LIMITS.strangerReportsMax}`;

/** Whether a person may meet strangers at all. @returns null for somebody who is gone */
export const findAccess = async (
  tx: Queryable,
  userId: string,
  now: Date,
): Promise<StrangerAccess | null> => {
  const [row] = await tx
    .select({ birthDate: users.birthDate, isPaused: isPaused(users.id) })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (!row) return null;
  if (row.birthDate > adultBirthDate(now)) return 'minor';
  return row.isPaused ? 'paused' : 'open';
};

/** How often somebody was matched since a moment. A pair meets once in 30 days, so that its row counts every match. */
export const matchesSince = (userId: SQLWrapper, since: Date): SQL<number> =>
  sql<number>`(select count(*)::int from ${strangerMeetings} where ${userId} in (${strangerMeetings.userA}, ${strangerMeetings.userB})
    and ${strangerMeetings.metAt} > ${since.toISOString()}::timestamptz)`;

/** Is in a chat of strangers that goes on. */
export const isInChat = (userId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${strangerMembers} join ${strangerChats} on ${strangerChats.id} = ${strangerMembers.chatId}
    where ${strangerMembers.userId} = ${userId} and ${strangerChats.endedAt} is null)`;

/** The conditions for one person, independent of the other. */
export const mayMeetNow = (userId: SQLWrapper, now: Date): SQL =>
  sql`(not ${isPaused(userId)} and not ${isSuspended(userId, now)} and not ${isInChat(userId)}
    and ${matchesSince(userId, new Date(now.getTime() - HOUR_MS))} < ${LIMITS.strangerMatchesPerHour}
    and ${matchesSince(userId, new Date(now.getTime() - LIMITS.strangerCoolDownMs))} = 0)`;

/** What holds for two: never oneself, blocked either way, friends or about to be, or met within 30 days (docs/decisions/0013). */
export const mayMeetEachOther = (a: SQLWrapper, b: SQLWrapper, now: Date): SQL => {
  const since = new Date(now.getTime() - LIMITS.strangerAgainAfterMs).toISOString();
  return sql`(${a} <> ${b} and not ${isBlockedBetween(a, b)}
    and not exists (select 1 from ${strangerBlocks} where (${strangerBlocks.blockerId}, ${strangerBlocks.blockedId}) in ((${a}, ${b}), (${b}, ${a})))
    and not exists (select 1 from ${friendships} where (${friendships.requesterId}, ${friendships.requesteeId}) in ((${a}, ${b}), (${b}, ${a}))
      and ${friendships.deletedAt} is null)
    and not exists (select 1 from ${strangerMeetings} where (${strangerMeetings.userA}, ${strangerMeetings.userB}) in ((${a}, ${b}), (${b}, ${a}))
      and ${strangerMeetings.metAt} > ${since}::timestamptz))`;
};
