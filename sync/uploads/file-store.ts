import type { ReadTransaction, Storage, WriteTransaction } from '../storage/storage.ts';
import { addFiles, fileStores, ownerOf, ownersOf, releaseArrived } from './file-owners.ts';
import { type BlobRow, CHUNK_BYTES, isUnfinished, type UploadRow } from './upload-row.ts';

/** Ten digits, so that keys sort like numbers. */
export const blobKey = (fileId: string, index: number): string =>
  `${fileId}:${String(index).padStart(10, '0')}`;

const toChunks = async (fileId: string, bytes: Blob): Promise<BlobRow[]> => {
  const chunks: BlobRow[] = [];
  for (let at = 0; at < bytes.size || at === 0; at += CHUNK_BYTES) {
    const part = await bytes.slice(at, at + CHUNK_BYTES).arrayBuffer();
    chunks.push({ key: blobKey(fileId, chunks.length), fileId, index: chunks.length, bytes: part });
  }
  return chunks;
};

/**
 * Puts a file with its bytes on the device, all or nothing.
 * @param own says what owns it
 * @throws ProtocolError `storage_full`
 */
export const putFile = async (
  storage: Storage,
  row: UploadRow,
  bytes: Blob,
  own: (tx: WriteTransaction) => Promise<void>,
): Promise<void> => {
  const chunks = await toChunks(row.id, bytes);
  await storage.write(fileStores, async (tx) => {
    await tx.put('blobs', chunks);
    await tx.put('uploads', [row]);
    await own(tx);
  });
};

/**
 * Puts other bytes and rows in place of a file, or beside it; nothing when it is gone.
 * @param change the rows to store; none: nothing is changed
 */
export const replaceFile = async (
  storage: Storage,
  id: string,
  files: readonly { id: string; bytes: Blob }[],
  change: (row: UploadRow) => readonly UploadRow[],
): Promise<void> => {
  const chunks = await Promise.all(files.map((file) => toChunks(file.id, file.bytes)));
  await storage.write(fileStores, async (tx) => {
    const row = await tx.get('uploads', id);
    const rows = row === undefined ? [] : change(row);
    if (rows.length === 0) return;
    for (const file of files) await tx.delete('blobs', await keysOf(tx, file.id));
    await tx.put('blobs', chunks.flat());
    await tx.put('uploads', rows);
    await ownStills(tx, rows);
  });
};

/** A film owns its still until that has arrived. */
export const ownStills = async (tx: WriteTransaction, rows: readonly UploadRow[]): Promise<void> => {
  for (const { id, posterOf } of rows)
    if (posterOf !== null) await addFiles(tx, ownerOf('film', posterOf), [id]);
};

/** The bytes as they stand now, whichever form they are in; null when they are gone. */
export const readBytes = (storage: Storage, id: string): Promise<Blob | null> =>
  // One transaction: between two, a file that is made smaller would be of another size than its bytes.
  storage.read(['uploads', 'blobs'], async (tx) => {
    const row = await tx.get('uploads', id);
    if (!row?.hasBytes) return null;
    const chunks = await tx.getAllBy('blobs', 'fileId', id);
    const parts = chunks.toSorted((a, b) => a.index - b.index).map((chunk) => chunk.bytes);
    const blob = new Blob(parts, { type: row.mime });
    return chunks.length > 0 && blob.size === row.size ? blob : null;
  });

const keysOf = async (tx: ReadTransaction, fileId: string): Promise<string[]> =>
  (await tx.getAllBy('blobs', 'fileId', fileId)).map((chunk) => chunk.key);

/**
 * Forgets those of the files that nothing owns, in the transaction in which the last owner has gone, with the stills of films
 * among them. What has arrived is on the server, and stays known here; its bytes are a cache (`forgetOldFiles`).
 * @param isArrivedToo that as well
 */
export const forgetUnowned = async (
  tx: WriteTransaction,
  ids: readonly string[],
  isArrivedToo = false,
): Promise<void> => {
  const owners = await Promise.all(ids.map((id) => ownersOf(tx, id)));
  const free = ids.filter((_, at) => owners[at]?.length === 0);
  const rows = free.length === 0 ? [] : await tx.getMany('uploads', free);
  const gone = rows.flatMap((row) => (row && (isArrivedToo || row.state !== 'done') ? [row.id] : []));
  if (gone.length === 0) return;
  for (const id of gone) await tx.delete('blobs', await keysOf(tx, id));
  await tx.delete('uploads', gone);
  const films = gone.map((id) => ownerOf('film', id));
  const stills = (await tx.getMany('fileOwners', films)).flatMap((row) => row?.files ?? []);
  await tx.delete('fileOwners', films);
  await forgetUnowned(tx, stills, isArrivedToo);
};

/** Keeps what a file is and gives its bytes up. */
export const dropBytes = async (tx: WriteTransaction, row: UploadRow): Promise<void> => {
  await tx.delete('blobs', await keysOf(tx, row.id));
  await tx.put('uploads', [{ ...row, hasBytes: false }]);
};

/** Changes a file's row as it stands now; nothing when it is gone or `change` declines. */
export const changeUpload = (
  storage: Storage,
  id: string,
  change: (row: UploadRow) => UploadRow | null,
): Promise<UploadRow | null> =>
  storage.write(['uploads'], async (tx) => {
    const row = await tx.get('uploads', id);
    const next = row === undefined ? null : change(row);
    if (next !== null) await tx.put('uploads', [next]);
    return next;
  });

/** The server has the whole of it. */
export const noteArrived = (storage: Storage, id: string, now: number): Promise<void> =>
  storage.write(['uploads', 'fileOwners'], async (tx) => {
    const row = await tx.get('uploads', id);
    if (row === undefined) return;
    await tx.put('uploads', [{ ...row, state: 'done', doneAt: now, error: null }]);
    await releaseArrived(tx, id);
  });

/** Ends the backoff of every file: after the network changed, or by the member's wish. */
export const retryNow = (storage: Storage): Promise<void> =>
  storage.write(['uploads'], async (tx) => {
    const waiting = (await tx.getAll('uploads')).filter((row) => isUnfinished(row) && row.notBefore > 0);
    await tx.put(
      'uploads',
      waiting.map((row) => ({ ...row, notBefore: 0, attempts: 0 })),
    );
  });
