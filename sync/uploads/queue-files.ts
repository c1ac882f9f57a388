import type { Network } from '../platform/ports.ts';
import type { OutboxRow, RowKey } from '../storage/rows.ts';
import type { ReadTransaction, Storage, WriteTransaction } from '../storage/storage.ts';
import { ownStills } from './file-store.ts';
import { isRefusedForGood, isSendable, isUnfinished, type UploadRow } from './upload-row.ts';
import { withheldBy } from './withdrawn-files.ts';

/** Sends the files that a mutation names, and the posters of its videos, from the transaction that writes it on. */
export const queueFiles = async (tx: WriteTransaction, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const rows = await withPosters(tx, ids);
  await tx.put(
    'uploads',
    rows
      .filter(({ state }) => state === 'held')
      // Named without an answer: it goes as it was picked, and does not wait for ever.
      .map(({ preparing, ...row }) => ({
        ...{ ...row, state: 'queued' as const },
        ...(preparing === undefined ? {} : { preparing: preparing === 'asked' ? 'small' : preparing }),
      })),
  );
  return rows.map(({ id }) => id);
};

const withPosters = async (tx: ReadTransaction, ids: readonly string[]): Promise<UploadRow[]> => {
  const named = (await tx.getMany('uploads', ids)).filter((row) => row !== undefined);
  const posterIds = named.flatMap(({ posterId }) => (posterId === null ? [] : [posterId]));
  const posters = (await tx.getMany('uploads', posterIds)).filter((row) => row !== undefined);
  return [...posters, ...named];
};

/** What the files of an outbox row let it do: go, wait for them, or be given back because one will never arrive. */
export type FilesVerdict =
  | { kind: 'go' }
  | { kind: 'wait'; file: UploadRow }
  | { kind: 'refused'; error: UploadRow['error'] };

/** Only for what has to wait: a message goes first, and its pictures follow. */
export const judgeFiles = (row: OutboxRow, uploads: ReadonlyMap<string, UploadRow>): FilesVerdict => {
  if (!row.waitsForFiles) return { kind: 'go' };
  const own = row.files.flatMap((id) => uploads.get(id) ?? []);
  const failed = own.find(({ state }) => state === 'failed');
  if (failed) return { kind: 'refused', error: failed.error };
  const file = own.find(isUnfinished);
  return file ? { kind: 'wait', file } : { kind: 'go' };
};

/** The files of what waits for files: most outboxes name none, and a device remembers thousands. */
export const awaitedFiles = (outbox: readonly OutboxRow[]): string[] =>
  outbox.filter(({ waitsForFiles }) => waitsForFiles).flatMap(({ files }) => files);

/** Which rows wait for files of their own, and for which of them, the one that goes next. @param uploads the awaited ones */
export const heldByFiles = (
  outbox: readonly OutboxRow[],
  uploads: readonly UploadRow[],
): Map<string, UploadRow> => {
  const known = new Map(uploads.map((file) => [file.id, file]));
  const held = new Map<string, UploadRow>();
  for (const row of outbox) {
    const verdict = judgeFiles(row, known);
    if (row.state === 'queued' && verdict.kind === 'wait') held.set(row.id, verdict.file);
  }
  return held;
};

/** Files that rows were given back for, and that the server may take another time. */
export const refusedForNow = async (tx: ReadTransaction): Promise<string[]> => {
  const outbox = await tx.getAll('outbox');
  const named = await tx.getMany('uploads', awaitedFiles(outbox.filter(({ state }) => state === 'rejected')));
  return named.flatMap((row) => (row?.state === 'failed' && !isRefusedForGood(row) ? [row.id] : []));
};

/**
 * What is expected to move by itself: a video on a slow link takes its hours, and so does whatever stands behind what waits
 * for it, in its lane or by a row that both touch.
 */
export const expectedToMove = async (tx: ReadTransaction): Promise<OutboxRow[]> => {
  const outbox = await tx.getAll('outbox');
  const uploads = await tx.getMany('uploads', awaitedFiles(outbox));
  const held = heldByFiles(
    outbox,
    uploads.filter((row) => row !== undefined),
  );
  const [lanes, keys] = [new Set<string>(), new Set<RowKey>()];
  return outbox.filter((row) => {
    if (row.state !== 'queued' && row.state !== 'sending') return true;
    const isStill = held.has(row.id) || lanes.has(row.lane) || row.touches.some((key) => keys.has(key));
    if (!isStill) return true;
    lanes.add(row.lane);
    for (const key of row.touches) keys.add(key);
    return false;
  });
};

/** The files that may be sent over this network as they stand, and that no message goes without. */
export const sendableFiles = async (
  tx: ReadTransaction,
  network: Pick<Network, 'isFree'>,
): Promise<UploadRow[]> => {
  const open = (await tx.getAll('uploads')).filter((file) => isSendable(file, network));
  if (open.length === 0) return [];
  const isWithheld = withheldBy(await tx.getAll('outbox'));
  return open.filter((file) => !isWithheld(file));
};

/** How much the next attempt may send: what only the server keeps waiting, and files that this network may carry. */
export const countSendable = (storage: Storage, network: Pick<Network, 'isFree'>): Promise<number> =>
  storage.read(['outbox', 'uploads'], async (tx) => {
    const rows = await expectedToMove(tx);
    const files = await sendableFiles(tx, network);
    return rows.filter(({ state }) => state === 'queued' || state === 'sending').length + files.length;
  });

/** The server has lost a file that this device has sent: it is sent once more, if its bytes are still here. */
export const sendFilesAgain = async (tx: WriteTransaction, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const rows = (await tx.getMany('uploads', ids)).filter((row) => row?.state === 'done' && row.hasBytes);
  const lost = rows.filter((row) => row !== undefined);
  const again = { state: 'queued', isBegun: false, doneAt: null, notBefore: 0, attempts: 0 } as const;
  await tx.put(
    'uploads',
    lost.map((row) => ({ ...row, ...again })),
  );
  await ownStills(tx, lost);
};
