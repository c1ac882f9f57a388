import type { WriteTransaction } from '../storage/storage.ts';

/** Long past every page or answer that could bring an older version back. */
export const TOMBSTONE_MS = 60 * 60_000;

/** Forgets tombstones made before `before`; after a restore all of them, since versions start again. */
export const forgetTombstones = async (tx: WriteTransaction, before: number): Promise<void> => {
  const old = (await tx.getAll('tombstones')).filter((row) => row.at < before);
  if (old.length > 0)
    await tx.delete(
      'tombstones',
      old.map((row) => row.key),
    );
};
