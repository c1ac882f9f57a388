import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import {
  type AccountStatus,
  newId,
  ProtocolError,
  type ReportReason,
  type SuspendBody,
  type SuspensionRow,
} from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import {
  moderationLog,
  reports,
  strangerChats,
  strangerMembers,
  strangerQueue,
  suspensions,
} from '../../db/schema.ts';
import { endSessions, type Session } from '../auth/sessions.ts';
import { endEncounter } from '../strangers/chat-acts.ts';
import { isAnonymous, presentModerated } from './queue.ts';
import { isHolding } from './suspended.ts';

const DAY_MS = 86_400_000;

export type StoredSuspension = typeof suspensions.$inferSelect;
/** What is to be told once it is committed. */
export type Cut = { sessions: Session[]; strangers: { userId: string; chatId: string }[] };

/** Suspends somebody: sessions end, the wait for a stranger too, and a chat with one is over. */
export const suspendPerson = async (
  tx: Transaction,
  userId: string,
  why: SuspendBody & { reason: ReportReason; reportId: string | null },
  now: Date,
): Promise<Cut> => {
  const { reason, note, reportId, days } = why;
  await tx
    .update(suspensions)
    .set({ liftedAt: now })
    .where(and(eq(suspensions.userId, userId), isHolding(now)));
  await tx.insert(suspensions).values({
    ...{ id: newId(), userId, reason, reportId, since: now },
    note: note ?? null,
    until: days === null ? null : new Date(now.getTime() + days * DAY_MS),
  });
  await tx.delete(strangerQueue).where(eq(strangerQueue.userId, userId));
  const open = await tx
    .select({ chatId: strangerChats.id })
    .from(strangerMembers)
    .innerJoin(strangerChats, eq(strangerChats.id, strangerMembers.chatId))
    .where(and(eq(strangerMembers.userId, userId), isNull(strangerChats.endedAt)));
  const strangers: Cut['strangers'] = [];
  for (const { chatId } of open) {
    await endEncounter(tx, chatId, 'closed', userId, now);
    const both = await tx
      .select({ userId: strangerMembers.userId, chatId: strangerMembers.chatId })
      .from(strangerMembers)
      .where(eq(strangerMembers.chatId, chatId));
    strangers.push(...both);
  }
  return { sessions: await endSessions(tx, userId, null, now), strangers };
};

/** The suspension that holds for somebody now. */
export const findSuspension = async (
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<StoredSuspension | undefined> => {
  const [row] = await tx
    .select()
    .from(suspensions)
    .where(and(eq(suspensions.userId, userId), isHolding(now)))
    .orderBy(desc(suspensions.since))
    .limit(1);
  return row;
};

/** What a suspended member may know of it: never who reported. */
export const presentOwnSuspension = async (
  tx: Transaction,
  row: StoredSuspension | undefined,
): Promise<AccountStatus['suspension']> => {
  if (!row) return null;
  const [report] = row.reportId
    ? await tx.select({ kind: reports.kind }).from(reports).where(eq(reports.id, row.reportId))
    : [];
  return {
    ...{ reason: row.reason, note: row.note, about: report?.kind ?? null },
    since: row.since.toISOString(),
    until: row.until?.toISOString() ?? null,
    appealedAt: row.appealedAt?.toISOString() ?? null,
    isAnswered: row.appealAnsweredAt !== null,
  };
};

/** Once per suspension. @throws not_found when there is none, conflict when it was appealed */
export const appealSuspension = async (
  tx: Transaction,
  userId: string,
  words: string,
  now: Date,
): Promise<StoredSuspension> => {
  const held = await findSuspension(tx, userId, now);
  if (!held) throw new ProtocolError('not_found');
  const [row] = await tx
    .update(suspensions)
    .set({ appeal: words, appealedAt: now })
    .where(and(eq(suspensions.id, held.id), isNull(suspensions.appealedAt)))
    .returning();
  if (!row) throw new ProtocolError('conflict');
  return row;
};

/** Suspended for something anonymous whose author was not revealed: a list of names would reveal it without the audit. */
export const isNameless = async (tx: Transaction, { reportId }: StoredSuspension): Promise<boolean> => {
  if (reportId === null) return false;
  const [report] = await tx.select().from(reports).where(eq(reports.id, reportId));
  if (!report || !(await isAnonymous(tx, report))) return false;
  const looks = and(eq(moderationLog.reportId, reportId), eq(moderationLog.action, 'reveal'));
  return (await tx.$count(moderationLog, looks)) === 0;
};

export const presentSuspension = async (
  tx: Transaction,
  row: StoredSuspension,
  now: Date,
): Promise<SuspensionRow> => {
  const person = (await isNameless(tx, row)) ? null : await presentModerated(tx, row.userId, now);
  return {
    ...{ id: row.id, person, reason: row.reason, note: row.note, appeal: row.appeal },
    since: row.since.toISOString(),
    until: row.until?.toISOString() ?? null,
    appealedAt: row.appealedAt?.toISOString() ?? null,
    isAnswered: row.appealAnsweredAt !== null,
  };
};

/** Suspensions that hold, those with an unanswered appeal first, the oldest of them first of all. */
export const listSuspensions = async (tx: Transaction, now: Date): Promise<SuspensionRow[]> => {
  const rows = await tx
    .select()
    .from(suspensions)
    .where(isHolding(now))
    .orderBy(
      desc(and(isNotNull(suspensions.appealedAt), isNull(suspensions.appealAnsweredAt)) ?? suspensions.id),
      asc(suspensions.since),
    )
    .limit(100);
  const shown: SuspensionRow[] = [];
  for (const row of rows) shown.push(await presentSuspension(tx, row, now));
  return shown;
};

/** Grants an appeal, or not; without one it lifts the suspension all the same. */
export const answerSuspension = async (
  tx: Transaction,
  id: string,
  isLifted: boolean,
  now: Date,
): Promise<StoredSuspension> => {
  const [row] = await tx
    .update(suspensions)
    .set({ appealAnsweredAt: now, ...(isLifted ? { liftedAt: now } : {}) })
    .where(and(eq(suspensions.id, id), isHolding(now)))
    .returning();
  if (!row) throw new ProtocolError('not_found');
  return row;
};
