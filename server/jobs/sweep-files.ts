import { and, eq, lt, sql } from 'drizzle-orm';
import { LIMITS } from '../../protocol/index.ts';
import { type Database, inTransaction } from '../db/database.ts';
import { files } from '../db/schema.ts';
import { sweepStaging } from '../modules/files/staging.ts';
import { removeUnusedBytes } from '../modules/files/stored-bytes.ts';
import type { FileStorage } from '../storage/file-storage.ts';

const BATCH = 200;

/** Nothing names the file, nor the video whose still it is. */
const isOrphan = sql`not exists (select 1 from file_uses where file_uses.file_id = ${files.id} or file_uses.file_id = ${files.posterOf})`;

/**
 * Removes what nothing has named for a day (docs/decisions/0010), rows first: a row without bytes would be a broken picture,
 * bytes without a row are only space. Uploads that were not continued are removed, too.
 */
export const sweepFiles = async (
  { db, storage, stagingDir }: { db: Database; storage: FileStorage; stagingDir: string },
  now: Date,
): Promise<void> => {
  await sweepStaging(stagingDir, Date.now() - LIMITS.orphanFileMs);
  const before = new Date(now.getTime() - LIMITS.orphanFileMs);
  const gone = await inTransaction(db, async (tx) => {
    const orphans = await tx
      .select({ id: files.id })
      .from(files)
      .where(and(lt(sql`coalesce(${files.readyAt}, ${files.createdAt})`, before), isOrphan))
      .orderBy(files.id)
      .limit(BATCH)
      .for('update', { skipLocked: true });
    const removed: { folder: string | null }[] = [];
    for (const { id } of orphans) {
      // Named between the two looks: the lock was given after somebody's use was committed.
      const rows = await tx
        .delete(files)
        .where(and(eq(files.id, id), isOrphan))
        .returning({ folder: files.storageKey });
      removed.push(...rows);
    }
    return removed;
  });
  await removeUnusedBytes(
    { db, storage },
    gone.map(({ folder }) => folder),
  );
};
