import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { LIMITS, ProtocolError } from '../../../protocol/index.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import {
  strangerChats,
  strangerMeetings,
  strangerMembers,
  strangerQueue,
  strangerSettings,
  users,
} from '../../db/schema.ts';
import { drawAliases } from './aliases.ts';
import { adultBirthDate, findAccess, mayMeetEachOther, mayMeetNow } from './eligible.ts';

const HOUR_MS = 60 * 60_000;

type Settings = typeof strangerSettings.$inferSelect;

export const findSettings = async (tx: Queryable, userId: string): Promise<Settings | undefined> => {
  const [row] = await tx.select().from(strangerSettings).where(eq(strangerSettings.userId, userId));
  return row;
};

/** The chat of strangers that somebody is in now. */
export const findCurrentChat = async (tx: Queryable, userId: string): Promise<string | null> => {
  const [row] = await tx
    .select({ id: strangerChats.id })
    .from(strangerMembers)
    .innerJoin(strangerChats, eq(strangerChats.id, strangerMembers.chatId))
    .where(and(eq(strangerMembers.userId, userId), isNull(strangerChats.endedAt)));
  return row?.id ?? null;
};

/** @throws adults_only, paused_for_review, forbidden without the opt-in */
const assertMayMeet = async (tx: Transaction, userId: string, now: Date): Promise<Settings> => {
  const access = await findAccess(tx, userId, now);
  if (access === null) throw new ProtocolError('not_found');
  if (access === 'minor') throw new ProtocolError('adults_only');
  if (access === 'paused') throw new ProtocolError('paused_for_review');
  const settings = await findSettings(tx, userId);
  if (!settings?.optedInAt) throw new ProtocolError('forbidden');
  return settings;
};

/** Ten matches an hour: after that one waits until the first of them is an hour old. */
const assertNotTooMany = async (tx: Transaction, userId: string, now: Date): Promise<void> => {
  const recent = await tx
    .select({ metAt: strangerMeetings.metAt })
    .from(strangerMeetings)
    .where(
      and(
        or(eq(strangerMeetings.userA, userId), eq(strangerMeetings.userB, userId)),
        gt(strangerMeetings.metAt, new Date(now.getTime() - HOUR_MS)),
      ),
    )
    .orderBy(strangerMeetings.metAt);
  const first = recent.at(-LIMITS.strangerMatchesPerHour);
  if (recent.length < LIMITS.strangerMatchesPerHour || !first) return;
  const retryAfterMs = first.metAt.getTime() + HOUR_MS - now.getTime();
  throw new ProtocolError('rate_limited', { retryAfterMs });
};

export type Wait = { waitingSince: Date | null; chatId: string | null };
/** `matchedId`: the other, who is to be told at once. */
export type QueueOutcome = Wait & { matchedId: string | null };

/**
 * Waits for a stranger, or meets one who waits. Said again every few seconds: it is also the sign that somebody is still
 * there. One lock for all nodes makes matching one after the other: two who come in the same moment see each other, and
 * no member is matched twice. It is held for two short statements.
 */
export const waitForStranger = async (tx: Transaction, userId: string, now: Date): Promise<QueueOutcome> => {
  const settings = await assertMayMeet(tx, userId, now);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('tambay:strangers', 0))`);
  const chatId = await findCurrentChat(tx, userId);
  if (chatId !== null) {
    await tx.delete(strangerQueue).where(eq(strangerQueue.userId, userId));
    return { waitingSince: null, chatId, matchedId: null };
  }
  await assertNotTooMany(tx, userId, now);
  const otherId = await findSomebody(tx, userId, settings, now);
  if (otherId !== undefined) {
    await tx
      .delete(strangerQueue)
      .where(or(eq(strangerQueue.userId, userId), eq(strangerQueue.userId, otherId)));
    const matched = await makeChat(tx, userId, otherId, now);
    return { waitingSince: null, chatId: matched, matchedId: otherId };
  }
  const fresh = new Date(now.getTime() - LIMITS.strangerSilentMs);
  const [place] = await tx
    .insert(strangerQueue)
    .values({ userId, enteredAt: now, heardAt: now })
    .onConflictDoUpdate({
      target: strangerQueue.userId,
      // A member who leaves the queue and comes back is queued at its end.
      set: {
        heardAt: now,
        enteredAt: sql`case when ${strangerQueue.heardAt} > ${fresh.toISOString()}::timestamptz then ${strangerQueue.enteredAt} else excluded.entered_at end`,
      },
    })
    .returning();
  return { waitingSince: place?.enteredAt ?? now, chatId: null, matchedId: null };
};

/** Of those who wait and fit, the one who shares most interests; among equals, who waits longest. */
const findSomebody = async (
  tx: Transaction,
  userId: string,
  { language, interests }: Settings,
  now: Date,
): Promise<string | undefined> => {
  const me = sql`${userId}::uuid`;
  const shared = sql<number>`(select count(*) from jsonb_array_elements_text(${strangerSettings.interests}) as theirs
    where ${JSON.stringify(interests)}::jsonb ? theirs)`;
  const [found] = await tx
    .select({ userId: strangerQueue.userId })
    .from(strangerQueue)
    .innerJoin(strangerSettings, eq(strangerSettings.userId, strangerQueue.userId))
    .innerJoin(users, eq(users.id, strangerQueue.userId))
    .where(
      and(
        gt(strangerQueue.heardAt, new Date(now.getTime() - LIMITS.strangerSilentMs)),
        isNotNull(strangerSettings.optedInAt),
        isNull(users.deletedAt),
        lte(users.birthDate, adultBirthDate(now)),
        language === 'any'
          ? undefined
          : or(eq(strangerSettings.language, language), eq(strangerSettings.language, 'any')),
        mayMeetEachOther(me, strangerQueue.userId, now),
        mayMeetNow(strangerQueue.userId, now),
        mayMeetNow(me, now),
      ),
    )
    .orderBy(sql`${shared} desc`, strangerQueue.enteredAt)
    .limit(1);
  return found?.userId;
};

/** Random ids and made-up names, drawn for this chat alone: UUIDv4, which also tells nothing of when. */
const makeChat = async (tx: Transaction, a: string, b: string, now: Date): Promise<string> => {
  const id = randomUUID();
  await tx.insert(strangerChats).values({ id, createdAt: now });
  const [aliasA, aliasB] = drawAliases();
  await tx.insert(strangerMembers).values([
    { id: randomUUID(), chatId: id, userId: a, alias: aliasA, heardAt: now },
    { id: randomUUID(), chatId: id, userId: b, alias: aliasB, heardAt: now },
  ]);
  const [userA, userB] = a < b ? [a, b] : [b, a];
  await tx
    .insert(strangerMeetings)
    .values({ userA, userB, metAt: now })
    .onConflictDoUpdate({ target: [strangerMeetings.userA, strangerMeetings.userB], set: { metAt: now } });
  return id;
};
