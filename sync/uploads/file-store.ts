import type { ReadTransaction, Storage, WriteTransaction } from '../storage/storage.ts';
import { type BlobRow, CHUNK_BYTES, isUnfinished, type UploadRow } from './upload-row.ts';

/** Ten digits, so that keys sort like numbers. */
const blobKey = (fileId: string, index: number): string => `${fileId}:${String(index).padStart(10, '0')}`;

const toChunks = async (fileId: string, bytes: Blob): Promise<BlobRow[]> => {
  const chunks: BlobRow[] = [];
  for (let at = 0; at < bytes.size || at === 0; at += CHUNK_BYTES) {
    const part = await bytes.slice(at, at + CHUNK_BYTES).arrayBuffer();
    chunks.push({ key: blobKey(fileId, chunks.length), fileId, index: chunks.length, bytes: part });
  }
  return chunks;
};

/** Puts a file with its bytes on the device, all or nothing. @throws ProtocolError `storage_full` */
export const putFile = async (storage: Storage, row: UploadRow, bytes: Blob): Promise<void> => {
  const chunks = await toChunks(row.id, bytes);
  await storage.write(['uploads', 'blobs'], async (tx) => {
    await tx.put('blobs', chunks);
    await tx.put('uploads', [row]);
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
  await storage.write(['uploads', 'blobs'], async (tx) => {
    const row = await tx.get('uploads', id);
    const rows = row === undefined ? [] : change(row);
    if (rows.length === 0) return;
    for (const file of files) await tx.delete('blobs', await keysOf(tx, file.id));
    await tx.put('blobs', chunks.flat());
    await tx.put('uploads', rows);
  });
};

/** The bytes as they were put; null when they are gone. */
export const readBytes = async (storage: Storage, row: UploadRow): Promise<Blob | null> => {
  const chunks = await storage.read(['blobs'], (tx) => tx.getAllBy('blobs', 'fileId', row.id));
  const parts = chunks.toSorted((a, b) => a.index - b.index).map((chunk) => chunk.bytes);
  const blob = new Blob(parts, { type: row.mime });
  return chunks.length > 0 && blob.size === row.size ? blob : null;
};

const keysOf = async (tx: ReadTransaction, fileId: string): Promise<string[]> =>
  (await tx.getAllBy('blobs', 'fileId', fileId)).map((chunk) => chunk.key);

/** Forgets files and their bytes, within a transaction over `uploads` and `blobs`. */
export const forgetFiles = async (tx: WriteTransaction, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await tx.delete('blobs', await keysOf(tx, id));
  await tx.delete('uploads', ids);
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

/** Ends the backoff of every file: after the network changed, or by the member's wish. */
export const retryNow = (storage: Storage): Promise<void> =>
  storage.write(['uploads'], async (tx) => {
    const waiting = (await tx.getAll('uploads')).filter((row) => isUnfinished(row) && row.notBefore > 0);
    await tx.put(
      'uploads',
      waiting.map((row) => ({ ...row, notBefore: 0, attempts: 0 })),
    );
  });
