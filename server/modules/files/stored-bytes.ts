import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { files } from '../../db/schema.ts';
import type { FileStorage } from '../../storage/file-storage.ts';

/**
 * Removes bytes whose rows are gone, unless another row shares them. Call it when that is committed: of two transactions
 * that take the last two rows away, the later one then sees that there is none.
 */
export const removeUnusedBytes = async (
  { db, storage }: { db: Database; storage: FileStorage },
  storageKeys: Iterable<string | null>,
): Promise<void> => {
  for (const key of new Set(storageKeys)) {
    if (key === null) continue;
    const [user] = await db.select({ id: files.id }).from(files).where(eq(files.storageKey, key)).limit(1);
    if (!user) await storage.remove(key);
  }
};
