import type { LocalDatabase } from '../storage/local-database.ts';
import type { StoreName } from '../storage/rows.ts';
import type { ReadTransaction, Storage, WriteTransaction } from '../storage/storage.ts';
import { REVISION, revisionOf, writeNextRevision } from './revision.ts';

export const BIRTH = 'birth';

/** The database was deleted under us: the browser opens an empty one in its place without a word (measured). */
export class StorageLostError extends Error {
  constructor() {
    super('The database of this member was deleted.');
    this.name = 'StorageLostError';
  }
}

export const birthStores: readonly StoreName[] = ['meta'];

/** Undefined where nobody has opened the database in order. */
export const readBirth = async (tx: ReadTransaction): Promise<string | undefined> => {
  const row = await tx.get('meta', BIRTH);
  return row === undefined ? undefined : String(row.value);
};

/** Reads the database's birth id, or gives it one. */
export const ensureBirth = async (
  storage: Storage,
  newId: () => string,
): Promise<{ birth: string; isNew: boolean }> => {
  const known = await storage.read(birthStores, readBirth);
  if (known !== undefined) return { birth: known, isNew: false };
  return storage.write(birthStores, async (tx) => {
    // Another tab may have been quicker.
    const quicker = await readBirth(tx);
    if (quicker !== undefined) return { birth: quicker, isNew: false };
    const birth = newId();
    await Promise.all([tx.put('meta', [{ key: BIRTH, value: birth }]), writeNextRevision(tx, birth, null)]);
    return { birth, isNew: true };
  });
};

/** From now on it is another database: whoever opened the former one writes nothing any more. */
export const setBirth = (tx: WriteTransaction, birth: string): Promise<void> =>
  tx.put('meta', [{ key: BIRTH, value: birth }]);

/** Stops a transaction that would write into another database than the one that was opened. */
export const assertBirth = async (tx: ReadTransaction, birth: string): Promise<void> => {
  if ((await readBirth(tx)) !== birth) throw new StorageLostError();
};

/** The same, and the revision of its outbox, by one read. */
export const readOwnRevision = async (tx: ReadTransaction, birth: string): Promise<string | null> => {
  const [found, revision] = await tx.getMany('meta', [BIRTH, REVISION]);
  if (found?.value !== birth) throw new StorageLostError();
  return revisionOf(revision);
};

/** Whether another database stands by now where the one that was opened did. */
export const isReplaced = async (storage: Storage, birth: string): Promise<boolean> =>
  (await storage.read(birthStores, readBirth)) !== birth;

/** Which database this is, for whoever keeps something beside it. Empty when nobody has opened it in order. */
export const birthOf = async (db: LocalDatabase): Promise<string> =>
  String((await db.meta.get(BIRTH))?.value ?? '');
