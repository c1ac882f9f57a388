import { and, eq, lte } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { exports as dataExports } from '../db/schema.ts';
import { folderOf } from '../modules/exports/exports.ts';
import type { FileStorage } from '../storage/file-storage.ts';

const BATCH = 200;

/** Removes the copies of members' data whose time is over. Bytes first: they are not served any more, and the row still names them. */
export const sweepExports = async (
  { db, storage }: { db: Database; storage: FileStorage },
  now: Date,
): Promise<void> => {
  const over = await db.select().from(dataExports).where(lte(dataExports.expiresAt, now)).limit(BATCH);
  for (const row of over) {
    await storage.remove(folderOf(row));
    await db.delete(dataExports).where(and(eq(dataExports.id, row.id), lte(dataExports.expiresAt, now)));
  }
};
