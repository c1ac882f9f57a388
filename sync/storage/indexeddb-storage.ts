import { ProtocolError } from '../../protocol/index.ts';
import { DatabaseClosedError } from '../tables/connection.ts';
import { runTransaction } from '../tables/requests.ts';
import { createWriteLog } from '../tables/writes.ts';
import { createReadTransaction, createWriteTransaction } from './indexeddb-transaction.ts';
import type { LocalDatabase } from './local-database.ts';
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

/** The engine's storage over a user's database, whose live reads hear of every transaction. */
export const createIndexedDbStorage = ({ connection }: LocalDatabase): Storage => {
  const lostListeners = new Set<(why: StorageLoss) => void>();
  let isGone = false;
  const tellLost = (why: StorageLoss): void => {
    isGone = true;
    for (const listener of lostListeners) listener(why);
  };
  // For good: this tab then says "reload". No new version: it is being deleted.
  connection.onVersionChange((version) => {
    connection.close();
    tellLost(version === null ? 'gone' : 'upgraded');
  });
  connection.onLost(() => tellLost('gone'));

  const reopen = async (): Promise<void> => {
    if (isGone) return;
    connection.release();
    await connection.open();
  };

  const opened = (): Promise<IDBDatabase> =>
    isGone ? Promise.reject(new DatabaseClosedError()) : connection.open();

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
        runTransaction(await opened(), stores, 'readonly', (tx) => action(createReadTransaction(tx))),
      ),
    async write(stores, action) {
      try {
        return await withReopening(async () => {
          const log = createWriteLog(connection.schema);
          const run = (tx: IDBTransaction) => action(createWriteTransaction(tx, log));
          return runTransaction(await opened(), stores, 'readwrite', run, () => connection.writes.tell(log));
        });
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
      connection.close();
    },
  };
};
