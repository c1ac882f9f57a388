import { hasFailed } from '../rebase/dependents.ts';
import type { MetaRow, OutboxRow } from '../storage/rows.ts';
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts';

const LAST_SEQ = 'lastOutboxSeq';
const IS_SOUND = 'isOutboxSound';

/** Where a database begins: nothing has failed. The database is named, so that one question tells both. */
export const soundnessOf = (birth: string): MetaRow => ({ key: IS_SOUND, value: birth });

/**
 * Whether nothing in the outbox has failed, without reading the outbox; false also where nobody has looked yet. Whoever
 * writes a new row then need not ask what that stands on.
 */
export const readSoundness = async (tx: ReadTransaction, birth: string): Promise<boolean> =>
  (await tx.get('meta', IS_SOUND))?.value === birth;

/** The greatest number of a row that has left the outbox; 0: none has. */
export const readLastSeq = async (tx: ReadTransaction): Promise<number> =>
  Number((await tx.get('meta', LAST_SEQ))?.value ?? 0);

/** Keeps both true in the transaction that changes the outbox. */
export const writeOutlook = async (
  tx: WriteTransaction,
  before: { readonly outbox: readonly OutboxRow[]; readonly isSound: boolean; readonly birth: string },
  after: readonly OutboxRow[],
): Promise<void> => {
  const isSame = after.length === before.outbox.length && after.every((row, at) => row === before.outbox[at]);
  if (isSame) return;
  const isSound = !after.some(hasFailed);
  const last = before.outbox.at(-1);
  // The database counts on without telling, and who writes next wants to know the number beforehand.
  const hasLeft = last !== undefined && after.every(({ seq }) => seq !== last.seq);
  const rows = [
    ...(isSound === before.isSound
      ? []
      : [isSound ? soundnessOf(before.birth) : { key: IS_SOUND, value: '' }]),
    ...(hasLeft ? [{ key: LAST_SEQ, value: last.seq }] : []),
  ];
  if (rows.length > 0) await tx.put('meta', rows);
};
