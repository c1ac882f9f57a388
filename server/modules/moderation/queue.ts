import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { frozenLine, LIMITS, type ModerationReport, ProtocolError, z } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { chats, comments, messages, posts, reports, suspensions, users } from '../../db/schema.ts';
import { isSignedBy } from '../reports/signature.ts';
import { isHolding, isSuspended } from './suspended.ts';

export type StoredReport = typeof reports.$inferSelect;

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
export const isAnonymous = async (
  tx: Transaction,
  { kind, targetId, evidence }: StoredReport,
): Promise<boolean> => {
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

/** Looked at each time it is shown: what was changed where it is stored does not fit, either. */
const signatureOf = async (report: StoredReport): Promise<ModerationReport['claim']['signature']> => {
  const { id, kind, targetId, reason, claim, signature } = report;
  if (!signature) return 'none';
  const signed = { id, kind, targetId, reason, ...(claim ? { snapshot: claim } : {}) };
  return (await isSignedBy(signed, signature)) ? 'valid' : 'broken';
};

const countFoundBefore = (tx: Transaction, { id, accusedId }: StoredReport): Promise<number> =>
  accusedId === null
    ? Promise.resolve(0)
    : tx.$count(
        reports,
        and(
          eq(reports.accusedId, accusedId),
          ne(reports.id, id),
          inArray(reports.resolution, ['removed', 'suspended']),
          // One about something anonymous would tell whose it was.
          sql`not (${inArray(reports.kind, ['post', 'comment'])} and ${reports.evidence} ->> 'alias' is not null)`,
        ),
      );

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
    foundBefore: anonymous ? null : await countFoundBefore(tx, report),
    claim: {
      text: claim?.['text'] ?? null,
      writtenAt: claim?.['writtenAt'] ?? null,
      signature: await signatureOf(report),
    },
    evidence: { text: evidence?.['text'] ?? null, under: evidence?.['under'] ?? null, lines },
    isRemovable: await isStillThere(tx, report),
    resolution: report.resolution,
    resolvedAt: report.resolvedAt?.toISOString() ?? null,
  };
};

/**
 * Where an open report stands in the queue: as if each further one of the same reporter had come an hour later. One
 * member's many do not push the others' out of sight, and none waits for ever.
 */
const turn = sql`${reports.createdAt} + (row_number() over (partition by ${reports.reporterId} order by ${reports.createdAt}, ${reports.id}) - 1) * interval '1 hour'`;

/** The queue, in turns. What is settled, the newest first. */
export const listReports = async (tx: Transaction, state: 'open' | 'closed', page: number, now: Date) => {
  const where = state === 'open' ? isNull(reports.resolvedAt) : isNotNull(reports.resolvedAt);
  const rows = await tx
    .select()
    .from(reports)
    .where(where)
    .orderBy(state === 'open' ? asc(turn) : desc(reports.resolvedAt), asc(reports.id))
    .limit(LIMITS.moderationPage)
    .offset((page - 1) * LIMITS.moderationPage);
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
