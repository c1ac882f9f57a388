import { Dexie } from 'dexie';
import { ProtocolError } from '../../protocol/index.ts';
import { createReadTransaction, createWriteTransaction, runTransaction } from './indexeddb-transaction.ts';
import type { LocalDatabase } from './local-database.ts';
import { createMutatedParts } from './mutated-parts.ts';
import type { Storage, StorageLoss } from './storage.ts';

const isQuotaError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError';

const toStorageError = (error: unknown): unknown =>
  isQuotaError(error) ? new ProtocolError('storage_full', { cause: error }) : error;

const lostConnectionNames: readonly string[] = [
  // WebKit: "Connection to Indexed Database server lost" (bug 277615); the handle stays dead.
  'UnknownError',
  'InvalidStateError',
  'DatabaseClosedError',
];

/** The connection is dead and the data are not: a new one works. */
const isLostConnection = (error: unknown): boolean =>
  error instanceof Error && lostConnectionNames.includes(error.name);

/** The engine's storage over a user's database: Dexie opens it and reads it live, the engine's own transactions are native. */
export const createIndexedDbStorage = (db: LocalDatabase): Storage => {
  const lostListeners = new Set<(why: StorageLoss) => void>();
  let isGone = false;
  let isReopening = false;
  const tellLost = (why: StorageLoss): void => {
    isGone = true;
    for (const listener of lostListeners) listener(why);
  };
  // Closing at once lets the newer version open; this tab then says "reload". `false` stops Dexie's own handler, which
  // would open the database again at the next use.
  db.on('versionchange', ({ newVersion }) => {
    // No new version: it is being deleted. Said first, because closing is heard as a loss, too.
    tellLost(newVersion === null ? 'gone' : 'upgraded');
    db.close();
    return false;
  });
  db.on('close', () => {
    if (!isReopening) tellLost('gone');
  });

  const reopen = async (): Promise<void> => {
    if (isGone) return;
    isReopening = true;
    try {
      db.close({ disableAutoOpen: false });
      await db.open();
    } finally {
      isReopening = false;
    }
  };

  const connection = async (): Promise<IDBDatabase> => {
    if (isGone) throw new Dexie.DatabaseClosedError();
    // Dexie lets go of it while the page lies in the back-forward cache.
    if (!db.isOpen()) await db.open();
    return db.backendDB();
  };

  /** Once on a new connection: a transaction of ours reads all it decides by, so that running it again is safe. */
  const withReopening = async <R>(run: () => Promise<R>): Promise<R> => {
    try {
      return await run();
    } catch (error) {
      if (isGone || !isLostConnection(error)) throw error;
      await reopen();
      return run();
    }
  };

  return {
    read: (stores, action) =>
      withReopening(async () =>
        runTransaction(await connection(), stores, 'readonly', (tx) => action(createReadTransaction(tx))),
      ),
    async write(stores, action) {
      try {
        return await withReopening(async () =>
          runTransaction(await connection(), stores, 'readwrite', async (tx) => {
            const parts = createMutatedParts(db);
            const result = await action(createWriteTransaction(tx, parts));
            // A page that is frozen between its last write and the auto-commit would block every other tab (measured).
            tx.commit();
            // Their reads stand in line behind the commit: whoever shows the rows has not to wait until we hear of it.
            parts.tell();
            return result;
          }),
        );
      } catch (error) {
        throw toStorageError(error);
      }
    },
    onLost(listener) {
      lostListeners.add(listener);
    },
    reopen,
    async close() {
      isGone = true;
      lostListeners.clear();
      db.close();
    },
  };
};
