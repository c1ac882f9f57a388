import { and, count, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { ProtocolError, type ReportKind } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { reports } from '../../db/schema.ts';
import type { Finding } from './evidence.ts';

/** So many reports of one reporter about one person or thing wait for a moderator at once. */
const OPEN_REPORTS_MAX = 3;

/** What stands there under its author's own name: the reporter knows that two of these are about one person. */
const NAMED_KINDS: readonly ReportKind[] = ['person', 'message', 'post', 'comment'];

/** Has one report of a reporter at a time be counted and stored. */
export const lockReporting = async (tx: Transaction, reporterId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`reporting:${reporterId}`}, 0))`);
};

const isWithoutAlias = sql<boolean>`${reports.evidence} ->> 'alias' is null`;

type NewReport = { kind: ReportKind; targetId: string; found: Finding | null };

/**
 * What counts as about the same: the target, and what else its author said by name. What is behind an alias counts by
 * its target alone: being refused must not tell whose it is.
 */
const isAboutTheSame = ({ kind, targetId, found }: NewReport): SQL | undefined => {
  const isTarget = eq(reports.targetId, targetId);
  if (!found?.accusedId || found.evidence['alias'] || !NAMED_KINDS.includes(kind)) return isTarget;
  return or(
    isTarget,
    and(eq(reports.accusedId, found.accusedId), inArray(reports.kind, [...NAMED_KINDS]), isWithoutAlias),
  );
};

/** @throws ProtocolError `impossible` when as many of this reporter's wait already; after `lockReporting` */
export const assertMayReport = async (
  tx: Transaction,
  reporterId: string,
  report: NewReport,
): Promise<void> => {
  const isOpen = and(eq(reports.reporterId, reporterId), isNull(reports.resolvedAt));
  const [open] = await tx
    .select({ count: count() })
    .from(reports)
    .where(and(isOpen, isAboutTheSame(report)));
  if ((open?.count ?? 0) < OPEN_REPORTS_MAX) return;
  throw new ProtocolError('impossible', {
    message: 'You have already reported this. The moderators will look at it',
  });
};
