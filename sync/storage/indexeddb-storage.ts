import { ProtocolError } from '../../protocol/index.ts';
import { NewerDatabaseError, withReopening } from '../tables/connection.ts';
import { runTransaction } from '../tables/requests.ts';
import { createWriteLog } from '../tables/writes.ts';
import { createReadTransaction, createWriteTransaction } from './indexeddb-transaction.ts';
import type { LocalDatabase } from './local-database.ts';
import type { Storage, StorageLoss } from './storage.ts';

const isQuotaError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError';

const toStorageError = (error: unknown): unknown => {
  if (isQuotaError(error)) return new ProtocolError('storage_full', { cause: error });
  return error instanceof NewerDatabaseError
    ? new ProtocolError('upgrade_required', { cause: error })
    : error;
};

/** The engine's storage over a user's database, whose live reads hear of every transaction. */
export const createIndexedDbStorage = ({ connection }: LocalDatabase): Storage => {
  const lostListeners = new Set<(why: StorageLoss) => void>();
  // For good: this tab then says "reload", or opens anew what may be another database. No new version: it is being deleted.
  const lose = (why: StorageLoss): void => {
    if (why !== 'reopened') connection.close();
    for (const listener of lostListeners) listener(why);
  };
  connection.onVersionChange((version) => lose(version === null ? 'gone' : 'upgraded'));
  connection.onLost((wasFound) => lose(wasFound ? 'reopened' : 'gone'));

  /** A transaction of ours reads all it decides by, so that running it again is safe. */
  const run = async <R>(transaction: (db: IDBDatabase) => Promise<R>): Promise<R> => {
    try {
      return await withReopening(connection, transaction);
    } catch (error) {
      // Upgraded while this page lay in the back-forward cache, where nobody could tell it.
      if (error instanceof NewerDatabaseError) lose('upgraded');
      throw toStorageError(error);
    }
  };

  return {
    read: (stores, action) =>
      run((db) => runTransaction(db, stores, 'readonly', (tx) => action(createReadTransaction(tx)))),
    write: (stores, action) =>
      run((db) => {
        const log = createWriteLog(connection.schema);
        const act = (tx: IDBTransaction) => action(createWriteTransaction(tx, log));
        return runTransaction(db, stores, 'readwrite', act, () => connection.writes.tell(log));
      }),
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
