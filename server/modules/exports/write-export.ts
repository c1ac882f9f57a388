import { stat } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { LIMITS, type z } from '../../../protocol/index.ts';
import { inTransaction } from '../../db/database.ts';
import { exports as dataExports } from '../../db/schema.ts';
import type { Run } from '../../jobs/job.ts';
import { noticeMail } from '../../mail/send-mail.ts';
import { withStagedFile } from '../files/staging.ts';
import { pushTo } from '../notifications/notify.ts';
import { contentsOf } from './contents.ts';
import {
  type ExportServices,
  findExport,
  folderOf,
  folderOfMember,
  type StoredExport,
  writeExportJob,
} from './exports.ts';
import { zipOf } from './zip.ts';

/** Where the ZIP of an export lies. */
export const keyOf = (row: Pick<StoredExport, 'userId' | 'id'>): string => `${folderOf(row)}/whole`;

/**
 * Writes a member's copy and tells them. A run that fails is run again, and begins anew; after the last one the member is
 * told that it failed, and may ask again at once.
 */
export const writeExport = async (
  services: ExportServices,
  { userId, exportId }: z.output<(typeof writeExportJob)['data']>,
  { attempt, signal }: Pick<Run, 'attempt' | 'signal'>,
): Promise<void> => {
  const { db, clock } = services;
  const row = await findExport(db, userId, clock.now());
  if (row?.id !== exportId || row.readyAt || row.failedAt) return;
  try {
    await finish(services, row, await writeZip(services, row, signal));
  } catch (error) {
    if (attempt >= writeExportJob.retries)
      await db
        .update(dataExports)
        .set({ failedAt: clock.now() })
        .where(and(eq(dataExports.id, exportId), isNull(dataExports.readyAt)));
    throw error;
  }
};

/** By way of a file of this machine: the storage has to know the length first. @returns the length */
const writeZip = async (
  services: ExportServices,
  row: StoredExport,
  signal: AbortSignal,
): Promise<number> => {
  const { storage, stagingDir } = services;
  // What an earlier export or a run that was killed has left.
  await storage.remove(folderOfMember(row.userId));
  const zip = addAbortSignal(signal, Readable.from(zipOf(contentsOf(services, row.userId))));
  return withStagedFile(stagingDir, zip, async (path) => {
    await storage.putFile(keyOf(row), path, 'application/zip');
    return (await stat(path)).size;
  });
};

/** Kept only if it is still wanted: the account may have gone, or another export have been asked for. */
const finish = async (services: ExportServices, row: StoredExport, bytes: number): Promise<void> => {
  const { db, clock, jobs, storage } = services;
  const isKept = await inTransaction(db, async (tx) => {
    const now = clock.now();
    const [kept] = await tx
      .update(dataExports)
      .set({ readyAt: now, bytes, expiresAt: new Date(now.getTime() + LIMITS.exportKeptMs) })
      .where(and(eq(dataExports.id, row.id), isNull(dataExports.readyAt), gt(dataExports.expiresAt, now)))
      .returning({ id: dataExports.id });
    if (!kept) return false;
    await jobs.send(tx, noticeMail, { userId: row.userId, kind: 'exportReady', when: now.toISOString() });
    await pushTo({ db: tx, clock, jobs }, row.userId, { kind: 'export', exportId: row.id });
    return true;
  });
  if (!isKept) await storage.remove(folderOf(row));
};
