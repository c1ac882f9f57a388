import type { Unit } from '../apply/unit.ts';
import type { OutboxRow } from '../storage/rows.ts';
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts';
import { addFiles, filesOf, isCarrier, ownerOf, ownersOf, setFiles } from './file-owners.ts';
import { forgetUnowned } from './file-store.ts';
import type { UploadRow } from './upload-row.ts';

const rowsOf = async (tx: ReadTransaction, ids: readonly string[]): Promise<UploadRow[]> =>
  (await tx.getMany('uploads', ids)).filter((row) => row !== undefined);

/**
 * Files that something on its way names no more: what nothing else on its way names is not sent, and what nothing names at
 * all is forgotten. What is being discarded keeps its files and does not send them: it may have been applied.
 */
export const stopUncarried = async (
  tx: WriteTransaction,
  ids: readonly string[],
  outbox: readonly OutboxRow[],
): Promise<void> => {
  const discarded = new Set(
    outbox.filter(({ state }) => state === 'cancelling').map(({ id }) => ownerOf('outbox', id)),
  );
  const isCarried = async (id: string): Promise<boolean> =>
    (await ownersOf(tx, id)).some((owner) => isCarrier(owner) && !discarded.has(owner));
  const named = await rowsOf(tx, ids);
  const stills = await rowsOf(
    tx,
    named.flatMap(({ posterId }) => (posterId === null ? [] : [posterId])),
  );
  for (const row of new Map([...named, ...stills].map((one) => [one.id, one])).values()) {
    if (row.state === 'done' || row.state === 'held' || (await isCarried(row.id))) continue;
    if (row.posterOf !== null && (await isCarried(row.posterOf))) continue;
    await tx.put('uploads', [{ ...row, state: 'held', attempts: 0, notBefore: 0, error: null }]);
  }
  await forgetUnowned(tx, ids);
};

/** Its words have arrived: what it named and did not wait for is awaited where they are read. @returns what it leaves */
const handOver = async (tx: WriteTransaction, row: OutboxRow): Promise<readonly string[]> => {
  if (row.waitsForFiles || row.entityKey === null) return row.files;
  const open = (await rowsOf(tx, row.files)).filter(({ state }) => state !== 'done');
  await addFiles(
    tx,
    ownerOf('message', row.entityKey),
    open.map(({ id }) => id),
  );
  // It had been discarded, and was applied all the same.
  await tx.put(
    'uploads',
    open.filter(({ state }) => state === 'held').map((file) => ({ ...file, state: 'queued' as const })),
  );
  return row.files;
};

/** Lets the owners of files follow the outbox, in the transaction that writes it. Without files it asks for nothing. */
export const writeOutboxOwners = async (unit: Unit): Promise<void> => {
  const { tx } = unit;
  const before = new Map(unit.loaded.map((row) => [row.id, row]));
  const left: string[] = [];
  for (const row of unit.outbox()) {
    const was = before.get(row.id);
    before.delete(row.id);
    const files = was?.files ?? [];
    if (row.files !== files && row.files.length + files.length > 0) {
      await setFiles(tx, ownerOf('outbox', row.id), row.files);
      left.push(...files);
    }
    if (row.state === 'cancelling' && was?.state !== 'cancelling') left.push(...row.files);
  }
  for (const row of before.values()) {
    if (row.files.length === 0) continue;
    await setFiles(tx, ownerOf('outbox', row.id), []);
    left.push(...(unit.settled.has(row.seq) ? await handOver(tx, row) : row.files));
  }
  for (const owner of unit.released) {
    left.push(...(await filesOf(tx, owner)));
    await setFiles(tx, owner, []);
  }
  if (left.length > 0) await stopUncarried(tx, [...new Set(left)], unit.outbox());
};
