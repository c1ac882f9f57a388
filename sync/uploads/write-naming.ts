import type { FileOwner, StoreName } from '../storage/rows.ts';
import type { WriteTransaction } from '../storage/storage.ts';
import { fileStores, filesOf, setFiles } from './file-owners.ts';
import { forgetUnowned } from './file-store.ts';

/** Sets what an owner names; to be called only where it names files, or has named some. */
export type SetFiles = (owner: FileOwner, files: readonly string[]) => Promise<void>;

class NamesFiles extends Error {}

/**
 * Writes rows that may name files. Most name none: then the stores of files are not in the transaction, and words do not wait
 * behind a large file that is being stored.
 * @param namesFiles whether a row names files or has named some. Said wrongly it begins again, and may end after a write that
 * began later
 */
export const writeNaming = async <R>(
  write: (stores: readonly StoreName[], action: (tx: WriteTransaction) => Promise<R>) => Promise<R>,
  stores: readonly StoreName[],
  action: (tx: WriteTransaction, set: SetFiles) => Promise<R>,
  namesFiles = false,
): Promise<R> => {
  try {
    if (!namesFiles) return await write(stores, (tx) => action(tx, () => Promise.reject(new NamesFiles())));
  } catch (error) {
    if (!(error instanceof NamesFiles)) throw error;
  }
  return write([...stores, ...fileStores], async (tx) => {
    const left = new Set<string>();
    const result = await action(tx, async (owner, files) => {
      for (const id of await filesOf(tx, owner)) left.add(id);
      await setFiles(tx, owner, files);
    });
    await forgetUnowned(tx, [...left]);
    return result;
  });
};
