import type { Storage } from '../storage/storage.ts';
import { fileStores } from './file-owners.ts';
import { dropBytes, forgetUnowned } from './file-store.ts';

/** Bytes of files that have arrived stay up to this size in all, so that one's own picture is not loaded again. */
const KEPT_BYTES_MAX = 50 * 1_024 * 1_024;

/**
 * Ends the claims of composers that have not been renewed for long, such as those of pages that were killed, and forgets what
 * nothing owns then; and deletes the bytes of unowned files that have arrived, oldest first, above `maxBytes`.
 */
export const forgetOldFiles = (storage: Storage, now: number, maxBytes = KEPT_BYTES_MAX): Promise<void> =>
  storage.write(fileStores, async (tx) => {
    const owners = await tx.getAll('fileOwners');
    const over = owners.filter(({ until }) => until !== undefined && until <= now);
    await tx.delete(
      'fileOwners',
      over.map(({ owner }) => owner),
    );
    await forgetUnowned(tx, [...new Set(over.flatMap(({ files }) => files))]);
    const owned = new Set(owners.flatMap((row) => (over.includes(row) ? [] : row.files)));
    const arrived = (await tx.getAll('uploads'))
      .filter((row) => row.state === 'done' && row.hasBytes && !owned.has(row.id))
      .sort((a, b) => (b.doneAt ?? 0) - (a.doneAt ?? 0));
    let kept = 0;
    for (const row of arrived) {
      kept += row.size;
      if (kept > maxBytes) await dropBytes(tx, row);
    }
  });
