import { readSoundness } from '../outbox/outlook.ts';
import { fold } from '../rebase/fold.ts';
import { createRows, idsByTable } from '../rebase/rows.ts';
import type { NewOutboxRow, OutboxRow } from '../storage/rows.ts';
import type { Storage, WriteTransaction } from '../storage/storage.ts';
import { writeRows, writeShadows } from './row-io.ts';
import type { UnitContext } from './unit.ts';

/** Something was not as expected: the transaction is undone. */
class Mispredicted extends Error {}

const isMispredicted = (error: unknown): boolean =>
  error instanceof Mispredicted ||
  // A row is there already; or it ran before, and was kept although its connection broke.
  (error instanceof Error && error.name === 'ConstraintError');

/** Rows and shadows that nobody has: one that is there makes the transaction fail. */
const inserting = (tx: WriteTransaction): WriteTransaction => ({
  ...tx,
  put: (store, rows) => (store === 'unindexed' ? tx.put(store, rows) : tx.insert(store, rows)),
});

/**
 * Writes new mutations whose rows are nobody else's, and the rows: as `commitUnit` would, without waiting for what it would
 * read. All requests leave at once.
 * @returns them as they stand in the outbox; null when something was not as expected, and nothing was written
 */
export const writeAlone = async (
  storage: Storage,
  { userId, birth }: UnitContext,
  rows: readonly NewOutboxRow[],
  firstSeq: number,
): Promise<OutboxRow[] | null> => {
  const numbered: OutboxRow[] = rows.map((row, index) => ({ ...row, seq: firstSeq + index }));
  const keys = new Set(rows.flatMap((row) => row.touches));
  const ids = idsByTable(keys);
  const base = createRows();
  for (const [table, named] of ids) for (const id of named) base[table].set(id, null);
  try {
    await storage.write(['outbox', 'shadows', 'meta', 'unindexed', ...ids.keys()], async (tx) => {
      const fresh = inserting(tx);
      const expected = Promise.all([readSoundness(tx, birth), tx.append(rows)]);
      // The database is at work already while the rows are worked out.
      const next = fold(base, numbered, { userId, ownSeqs: () => [] });
      const [[isSound, seqs]] = await Promise.all([
        expected,
        writeRows(fresh, base, next),
        writeShadows(fresh, { keys, before: [], base, isTouched: () => true }),
      ]);
      // What has failed may be what one of these stands on; or it is another database by now.
      if (!isSound || seqs.some((seq, index) => seq !== firstSeq + index)) throw new Mispredicted();
    });
    return numbered;
  } catch (error) {
    if (isMispredicted(error)) return null;
    throw error;
  }
};
