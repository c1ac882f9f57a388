import { ProtocolError } from '../../protocol/index.ts';
import { withReopening } from '../tables/connection.ts';
import { runTransaction } from '../tables/requests.ts';
import { createWriteLog } from '../tables/writes.ts';
import { createReadTransaction, createWriteTransaction } from './indexeddb-transaction.ts';
import type { LocalDatabase } from './local-database.ts';
import type { Storage, StorageLoss } from './storage.ts';

const isQuotaError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError';

const toStorageError = (error: unknown): unknown =>
  isQuotaError(error) ? new ProtocolError('storage_full', { cause: error }) : error;

/** The engine's storage over a user's database, whose live reads hear of every transaction. */
export const createIndexedDbStorage = ({ connection }: LocalDatabase): Storage => {
  const lostListeners = new Set<(why: StorageLoss) => void>();
  // For good: this tab then says "reload", or opens anew what may be another database. No new version: it is being deleted.
  const lose = (why: StorageLoss): void => {
    connection.close();
    for (const listener of lostListeners) listener(why);
  };
  connection.onVersionChange((version) => lose(version === null ? 'gone' : 'upgraded'));
  connection.onLost(() => lose('gone'));

  return {
    // A transaction of ours reads all it decides by, so that running it again is safe.
    read: (stores, action) =>
      withReopening(connection, (db) =>
        runTransaction(db, stores, 'readonly', (tx) => action(createReadTransaction(tx))),
      ),
    async write(stores, action) {
      try {
        return await withReopening(connection, (db) => {
          const log = createWriteLog(connection.schema);
          const run = (tx: IDBTransaction) => action(createWriteTransaction(tx, log));
          return runTransaction(db, stores, 'readwrite', run, () => connection.writes.tell(log));
        });
      } catch (error) {
        throw toStorageError(error);
      }
    },
    onLost(listener) {
      lostListeners.add(listener);
    },
    async reopen() {
      connection.release();
      await connection.open();
    },
    async close() {
      lostListeners.clear();
      connection.close();
    },
  };
};
