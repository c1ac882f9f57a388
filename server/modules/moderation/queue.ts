import { and, asc, count, desc, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { frozenLine, type ModerationReport, ProtocolError, z } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { chats, comments, messages, posts, reports, suspensions, users } from '../../db/schema.ts';
import { isHolding, isSuspended } from './suspended.ts';

export type StoredReport = typeof reports.$inferSelect;
export const QUEUE_PAGE = 20;

const frozen = z.array(frozenLine);

/** Somebody as moderators see them. */
export const presentModerated = async (tx: Transaction, userId: string | null, now: Date) => {
  if (userId === null) return null;
  const [row] = await tx
    .select({ user: users, isSuspended: isSuspended(users.id, now) })
    .from(users)
    .where(eq(users.id, userId));
  if (!row) return null;
  const { id, firstName, lastName, uniqueCode } = row.user;
  return { id, name: `${firstName} ${lastName}`, uniqueCode, isSuspended: row.isSuspended };
};

/** Whether what is reported stands there without a name: then the queue does not tell whose it is. */
const isAnonymous = async (tx: Transaction, { kind, targetId, evidence }: StoredReport): Promise<boolean> => {
  if (kind === 'post') {
    const [row] = await tx.select({ alias: posts.alias }).from(posts).where(eq(posts.id, targetId));
    return row ? row.alias !== null : Boolean(evidence?.['alias']);
  }
  return kind === 'comment' && Boolean(evidence?.['alias']);
};

const isStillThere = async (tx: Transaction, { kind, targetId }: StoredReport): Promise<boolean> => {
  const found = async (table: typeof messages | typeof comments | typeof posts | typeof chats) => {
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, targetId), isNull(table.deletedAt)));
    return rows.length > 0;
  };
  if (kind === 'message') return found(messages);
  if (kind === 'comment') return found(comments);
  if (kind === 'chat') return found(chats);
  return kind === 'post' && found(posts);
};

export const presentReport = async (
  tx: Transaction,
  report: StoredReport,
  now: Date,
): Promise<ModerationReport> => {
  const anonymous = await isAnonymous(tx, report);
  const { evidence, claim, kind, targetId } = report;
  const lines = evidence?.['lines'] ? frozen.parse(JSON.parse(evidence['lines'])) : [];
  const others = await tx.$count(
    reports,
    and(eq(reports.kind, kind), eq(reports.targetId, targetId), ne(reports.id, report.id)),
  );
  return {
    ...{ id: report.id, kind, targetId, reason: report.reason, note: report.note },
    createdAt: report.createdAt.toISOString(),
    reporter: await presentModerated(tx, report.reporterId, now),
    accused: anonymous ? null : await presentModerated(tx, report.accusedId, now),
    isAnonymous: anonymous,
    sameTarget: others,
    claim: {
      text: claim?.['text'] ?? null,
      writtenAt: claim?.['writtenAt'] ?? null,
      // A signature that did not fit was never stored.
      signature: report.signature ? 'valid' : 'none',
    },
    evidence: { text: evidence?.['text'] ?? null, lines },
    isRemovable: await isStillThere(tx, report),
    resolution: report.resolution,
    resolvedAt: report.resolvedAt?.toISOString() ?? null,
  };
};

/** The queue, oldest first: nobody waits for ever. What is settled, the newest first. */
export const listReports = async (tx: Transaction, state: 'open' | 'closed', page: number, now: Date) => {
  const where = state === 'open' ? isNull(reports.resolvedAt) : isNotNull(reports.resolvedAt);
  const rows = await tx
    .select()
    .from(reports)
    .where(where)
    .orderBy(state === 'open' ? asc(reports.createdAt) : desc(reports.resolvedAt), asc(reports.id))
    .limit(QUEUE_PAGE)
    .offset((page - 1) * QUEUE_PAGE);
  const data: ModerationReport[] = [];
  for (const row of rows) data.push(await presentReport(tx, row, now));
  return { data, total: await tx.$count(reports, where) };
};

export const loadReport = async (
  tx: Transaction,
  id: string,
  { lock = false } = {},
): Promise<StoredReport> => {
  const query = tx.select().from(reports).where(eq(reports.id, id));
  const [row] = await (lock ? query.for('update') : query);
  if (!row) throw new ProtocolError('not_found');
  return row;
};

/** Settles a report and all others about the same thing. */
export const settleReports = async (
  tx: Transaction,
  { kind, targetId, accusedId }: StoredReport,
  resolution: NonNullable<StoredReport['resolution']>,
  now: Date,
): Promise<void> => {
  const isSame =
    // Strangers have an id per chat: what is decided about the person settles what others said about them as a stranger.
    kind === 'stranger' && accusedId !== null
      ? and(eq(reports.kind, kind), eq(reports.accusedId, accusedId))
      : and(eq(reports.kind, kind), eq(reports.targetId, targetId));
  await tx
    .update(reports)
    .set({ resolvedAt: now, resolution })
    .where(and(isSame, isNull(reports.resolvedAt)));
};

/** How much waits for a moderator. */
export const countWaiting = async (tx: Transaction, now: Date) => {
  const [appeals] = await tx
    .select({ count: count() })
    .from(suspensions)
    .where(and(isHolding(now), isNotNull(suspensions.appealedAt), isNull(suspensions.appealAnsweredAt)));
  return { open: await tx.$count(reports, isNull(reports.resolvedAt)), appeals: appeals?.count ?? 0 };
};
