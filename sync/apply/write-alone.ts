import { readSoundness } from '../outbox/outlook.ts';
import { fold } from '../rebase/fold.ts';
import { createRows, idsByTable } from '../rebase/rows.ts';
import type { NewOutboxRow, OutboxRow } from '../storage/rows.ts';
import type { ReadTransaction, Storage } from '../storage/storage.ts';
import { assertBirth } from './birth.ts';
import { writeRows, writeShadows } from './row-io.ts';
import type { UnitContext } from './unit.ts';

/** Something was not as expected: the transaction is undone. */
class Mispredicted extends Error {}

const isMispredicted = (error: unknown): boolean =>
  error instanceof Mispredicted ||
  // It ran before, and was kept although its connection broke.
  (error instanceof Error && error.name === 'ConstraintError');

/** No row and no shadow: nobody has them, and no other mutation is about them. */
const areFree = async (tx: ReadTransaction, rows: readonly NewOutboxRow[]): Promise<boolean> => {
  const keys = rows.flatMap((row) => row.touches);
  const answers = await Promise.all([
    ...[...idsByTable(keys)].map(([table, ids]) => tx.isFree(table, ids)),
    tx.isFree('shadows', keys),
  ]);
  return answers.every(Boolean);
};

/**
 * Writes new mutations whose rows are nobody else's, and the rows: as `commitUnit` would, without waiting for what it would
 * read. All requests leave at once, the questions first.
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
  const next = fold(base, numbered, { userId, ownSeqs: () => [] });
  try {
    await storage.write(['outbox', 'shadows', 'meta', 'unindexed', ...ids.keys()], async (tx) => {
      const [isSound, isFree, , seqs] = await Promise.all([
        readSoundness(tx),
        areFree(tx, rows),
        assertBirth(tx, birth),
        tx.append(rows),
        writeRows(tx, base, next),
        writeShadows(tx, { keys, before: [], base, isTouched: () => true }),
      ]);
      // What has failed may be what one of these stands on.
      const isExpected = isSound && isFree && seqs.every((seq, index) => seq === firstSeq + index);
      if (!isExpected) throw new Mispredicted();
    });
    return numbered;
  } catch (error) {
    if (isMispredicted(error)) return null;
    throw error;
  }
};
