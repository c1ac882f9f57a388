import type { Storage } from '../storage/storage.ts';
import { dropBytes } from './file-store.ts';
import { forgetUnowned, isInTray, ownedFiles, ownerStores } from './owned-files.ts';

/** How long a picked file stays that was never sent, while a tray shows it: a killed page leaves such a tray behind. */
const HELD_MS = 30 * 24 * 3_600_000;
/** And one that nothing shows: what names it may be about to be stored. */
const UNOWNED_MS = 3_600_000;
/** Bytes of files that have arrived stay up to this size in all, so that one's own picture is not loaded again. */
const KEPT_BYTES_MAX = 50 * 1_024 * 1_024;

/**
 * Deletes the bytes of files that have arrived, oldest first, above `maxBytes`; and picked files that nothing owns any more.
 * Never those that the outbox, a recorded mutation or a draft names.
 */
export const forgetOldFiles = (storage: Storage, now: number, maxBytes = KEPT_BYTES_MAX): Promise<void> =>
  storage.write(['uploads', 'blobs', ...ownerStores], async (tx) => {
    const owned = await ownedFiles(tx);
    const rows = await tx.getAll('uploads');
    const old = rows.filter((row) => now - row.createdAt > (isInTray(row) ? HELD_MS : UNOWNED_MS));
    await forgetUnowned(
      tx,
      old.map((row) => ({ ...row, trays: [] })),
    );
    const arrived = rows
      .filter((row) => row.state === 'done' && row.hasBytes && !owned.has(row.id))
      .sort((a, b) => (b.doneAt ?? 0) - (a.doneAt ?? 0));
    let kept = 0;
    for (const row of arrived) {
      kept += row.size;
      if (kept > maxBytes) await dropBytes(tx, row);
    }
  });
