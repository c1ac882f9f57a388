import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import { type ExportState, LIMITS, newUntimedId, ProtocolError, z } from '../../../protocol/index.ts';
import { inTransaction, type Queryable } from '../../db/database.ts';
import { exports as dataExports } from '../../db/schema.ts';
import { declareJob } from '../../jobs/job.ts';
import type { FileServices } from '../files/context.ts';

/** What exports need from the process they run in. */
export type ExportServices = Pick<FileServices, 'db' | 'clock' | 'jobs' | 'storage' | 'stagingDir'>;

export type StoredExport = typeof dataExports.$inferSelect;

/** Writes the copy that a member asked for (write-export.ts). */
export const writeExportJob = declareJob({
  name: 'write-export',
  data: z.object({ userId: z.uuid(), exportId: z.uuid() }),
  retries: 5,
  // Half a gigabyte of media to a slow bucket.
  runSeconds: 20 * 60,
});

/** All exports of a member, and one of them, in the file storage. */
export const folderOfMember = (userId: string): string => `exports/${userId}`;
export const folderOf = ({ userId, id }: Pick<StoredExport, 'userId' | 'id'>): string =>
  `${folderOfMember(userId)}/${id}`;

/** A member's copy, unless there is none or its time is over. */
export const findExport = async (
  db: Queryable,
  userId: string,
  now: Date,
): Promise<StoredExport | undefined> => {
  const [found] = await db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.userId, userId), gt(dataExports.expiresAt, now)));
  return found;
};

const plusMs = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

export const presentExport = (row: StoredExport | undefined): ExportState => {
  if (!row) return { state: 'none' };
  const requestedAt = row.createdAt.toISOString();
  if (row.failedAt) return { state: 'failed', requestedAt };
  if (!row.readyAt || row.bytes === null) return { state: 'preparing', requestedAt };
  return {
    state: 'ready',
    requestedAt,
    size: row.bytes,
    expiresAt: row.expiresAt.toISOString(),
    nextAt: plusMs(row.createdAt, LIMITS.exportAgainAfterMs).toISOString(),
  };
};

/**
 * Begins a copy of all that is a member's. One a day; one that failed does not count.
 * @throws ProtocolError `export_too_soon`
 */
export const requestExport = ({ db, clock, jobs }: ExportServices, userId: string): Promise<StoredExport> =>
  inTransaction(db, async (tx) => {
    const now = clock.now();
    const dayAgo = plusMs(now, -LIMITS.exportAgainAfterMs);
    const fresh = {
      id: newUntimedId(),
      createdAt: now,
      readyAt: null,
      failedAt: null,
      bytes: null,
      expiresAt: plusMs(now, LIMITS.exportKeptMs),
    };
    const [begun] = await tx
      .insert(dataExports)
      .values({ userId, ...fresh })
      .onConflictDoUpdate({
        target: dataExports.userId,
        set: fresh,
        setWhere: sql`(${isNotNull(dataExports.failedAt)} or ${lte(dataExports.createdAt, dayAgo)})`,
      })
      .returning();
    if (!begun) throw new ProtocolError('export_too_soon');
    await jobs.send(tx, writeExportJob, { userId, exportId: begun.id });
    return begun;
  });
