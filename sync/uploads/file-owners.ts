import type { FileOwner, FileOwnerKind, StoreName } from '../storage/rows.ts';
import type { BlindTransaction, ReadTransaction, WriteTransaction } from '../storage/storage.ts';

/**
 * Which files are owned, and by what: the rows of `fileOwners`, one for each owner, found by owner and by file. How often a
 * file is owned is the number of rows that name it; with the last one its bytes are forgotten (`forgetUnowned`). A row is
 * written in the transaction that writes what it stands for.
 */
export const fileStores: readonly StoreName[] = ['uploads', 'blobs', 'fileOwners'];

/** How long a composer owns what it shows, unless it says so again: a killed page leaves such a row behind. */
export const SHOWN_MS = 30 * 24 * 3_600_000;
/** And what it has released: what names it next may be about to be stored. */
export const LEFT_MS = 3_600_000;

export const ownerOf = (kind: FileOwnerKind, key: string): FileOwner => `${kind}:${key}`;

/** Whether a file that it names is to be sent. */
export const isCarrier = (owner: FileOwner): boolean =>
  owner.startsWith('outbox:') || owner.startsWith('message:');

/** Sets what an owner names. Reads nothing. @param until when it ends by itself: nothing stored stands behind it */
export const setFiles = (
  tx: BlindTransaction,
  owner: FileOwner,
  files: readonly string[],
  until?: number,
): Promise<void> =>
  files.length === 0
    ? tx.delete('fileOwners', [owner])
    : tx.put('fileOwners', [
        { owner, files: [...new Set(files)], ...(until === undefined ? {} : { until }) },
      ]);

export const filesOf = async (tx: ReadTransaction, owner: FileOwner): Promise<readonly string[]> =>
  (await tx.get('fileOwners', owner))?.files ?? [];

export const addFiles = async (
  tx: WriteTransaction,
  owner: FileOwner,
  files: readonly string[],
  until?: number,
): Promise<void> => {
  if (files.length > 0) await setFiles(tx, owner, [...(await filesOf(tx, owner)), ...files], until);
};

/** @returns those that the owner had */
export const removeFiles = async (
  tx: WriteTransaction,
  owner: FileOwner,
  files: readonly string[],
): Promise<string[]> => {
  const row = await tx.get('fileOwners', owner);
  if (row === undefined) return [];
  const rest = row.files.filter((id) => !files.includes(id));
  if (rest.length < row.files.length) await setFiles(tx, owner, rest, row.until);
  return row.files.filter((id) => files.includes(id));
};

export const ownersOf = async (tx: ReadTransaction, file: string): Promise<FileOwner[]> =>
  (await tx.getAllBy('fileOwners', 'files', file)).map(({ owner }) => owner);

/** The server has the file: what owned it only until then does so no more. */
export const releaseArrived = async (tx: WriteTransaction, file: string): Promise<void> => {
  for (const owner of await ownersOf(tx, file))
    if (owner.startsWith('message:') || owner.startsWith('film:')) await removeFiles(tx, owner, [file]);
};
