import type { LocalDatabase } from '../storage/local-database.ts';
import type { StoreName } from '../storage/rows.ts';
import type { ReadTransaction, Storage, WriteTransaction } from '../storage/storage.ts';
import { REVISION, revisionOf, writeNextRevision } from './revision.ts';

export const DATABASE_ID_KEY = 'birth';

/** The database was deleted under us: the browser opens an empty one in its place without a word (measured). */
export class StorageLostError extends Error {
  constructor() {
    super('The database of this member was deleted.');
    this.name = 'StorageLostError';
  }
}

export const databaseIdStores: readonly StoreName[] = ['meta'];

/** Undefined while the database has no id yet. */
export const readDatabaseId = async (tx: ReadTransaction): Promise<string | undefined> => {
  const row = await tx.get('meta', DATABASE_ID_KEY);
  return row === undefined ? undefined : String(row.value);
};

/** Reads the database's id, or gives it one. */
export const ensureDatabaseId = async (
  storage: Storage,
  newId: () => string,
): Promise<{ databaseId: string; isNew: boolean }> => {
  const known = await storage.read(databaseIdStores, readDatabaseId);
  if (known !== undefined) return { databaseId: known, isNew: false };
  return storage.write(databaseIdStores, async (tx) => {
    // Another tab may have been quicker.
    const quicker = await readDatabaseId(tx);
    if (quicker !== undefined) return { databaseId: quicker, isNew: false };
    const databaseId = newId();
    await Promise.all([
      tx.put('meta', [{ key: DATABASE_ID_KEY, value: databaseId }]),
      writeNextRevision(tx, databaseId, null),
    ]);
    return { databaseId, isNew: true };
  });
};

/** Gives the database another id: engines that opened it under the former one stop writing. */
export const setDatabaseId = (tx: WriteTransaction, databaseId: string): Promise<void> =>
  tx.put('meta', [{ key: DATABASE_ID_KEY, value: databaseId }]);

/** Stops a transaction that would write into another database than the one that was opened. */
export const assertDatabaseId = async (tx: ReadTransaction, databaseId: string): Promise<void> => {
  if ((await readDatabaseId(tx)) !== databaseId) throw new StorageLostError();
};

/** The same, and the revision of its outbox, by one read. */
export const readOwnRevision = async (tx: ReadTransaction, databaseId: string): Promise<string | null> => {
  const [found, revision] = await tx.getMany('meta', [DATABASE_ID_KEY, REVISION]);
  if (found?.value !== databaseId) throw new StorageLostError();
  return revisionOf(revision);
};

/** Whether another database stands by now where the one that was opened did. */
export const isReplaced = async (storage: Storage, databaseId: string): Promise<boolean> =>
  (await storage.read(databaseIdStores, readDatabaseId)) !== databaseId;

/** The id of this database, for data that is kept beside it. Empty when it was never opened completely. */
export const databaseIdOf = async (db: LocalDatabase): Promise<string> =>
  String((await db.meta.get(DATABASE_ID_KEY))?.value ?? '');
