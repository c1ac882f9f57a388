import type { MetaRow } from '../storage/rows.ts';
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts';

export const REVISION = 'outboxRevision';

/**
 * Names the state of the outbox's rows and the tombstones in this very database: with an equal revision they are as this tab
 * knows them, but for appended rows, which take the next numbers. Null in a database of an earlier release.
 */
export const revisionOf = (row: MetaRow | undefined): string | null =>
  row === undefined ? null : String(row.value);

export const readRevision = async (tx: ReadTransaction): Promise<string | null> =>
  revisionOf(await tx.get('meta', REVISION));

/** @returns the new revision */
export const writeNextRevision = async (
  tx: WriteTransaction,
  databaseId: string,
  before: string | null,
): Promise<string> => {
  const count = Number(before?.split(':')[1] ?? 0) + 1;
  const value = `${databaseId}:${count}`;
  await tx.put('meta', [{ key: REVISION, value }]);
  return value;
};
