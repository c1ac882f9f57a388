import type { Transaction } from 'dexie';
import { ProtocolError } from '../../protocol/index.ts';
import type { LocalDatabase } from './local-database.ts';
import type { NewOutboxRow, StoreKeys, StoreName, StoreRows } from './rows.ts';
import type { ReadTransaction, Storage, StorageLoss, WriteTransaction } from './storage.ts';

/** From 50 rows in one call Dexie wakes every live query on the table, whatever it shows (measured, design.md §4.2). */
const CHUNK = 49;

const chunksOf = <T>(items: readonly T[]): T[][] => {
  const chunks: T[][] = [];
  for (let at = 0; at < items.length; at += CHUNK) chunks.push(items.slice(at, at + CHUNK));
  return chunks;
};

const createReadTransaction = (tx: Transaction): ReadTransaction => ({
  get<S extends StoreName>(store: S, key: StoreKeys[S]) {
    return tx.table<StoreRows[S], StoreKeys[S]>(store).get(key);
  },
  async getMany<S extends StoreName>(store: S, keys: readonly StoreKeys[S][]) {
    if (keys.length === 0) return [];
    return tx.table<StoreRows[S], StoreKeys[S]>(store).bulkGet([...keys]);
  },
  async isEmpty(store) {
    return (await tx.table(store).count()) === 0;
  },
  getAll<S extends StoreName>(store: S) {
    return tx.table<StoreRows[S], StoreKeys[S]>(store).toArray();
  },
  getAllBy<S extends StoreName>(store: S, index: string, value: string) {
    return tx.table<StoreRows[S], StoreKeys[S]>(store).where(index).equals(value).toArray();
  },
  getMessages(chatId, fromOrder, beforeOrder) {
    return tx
      .table<StoreRows['messages'], string>('messages')
      .where('[chatId+order]')
      .between([chatId, fromOrder], [chatId, beforeOrder], true, false)
      .toArray();
  },
});

const createWriteTransaction = (tx: Transaction): WriteTransaction => ({
  ...createReadTransaction(tx),
  async put<S extends StoreName>(store: S, rows: readonly StoreRows[S][]) {
    const table = tx.table<StoreRows[S], StoreKeys[S]>(store);
    await Promise.all(chunksOf(rows).map((chunk) => table.bulkPut(chunk)));
  },
  async delete<S extends StoreName>(store: S, keys: readonly StoreKeys[S][]) {
    const table = tx.table<StoreRows[S], StoreKeys[S]>(store);
    await Promise.all(chunksOf(keys).map((chunk) => table.bulkDelete(chunk)));
  },
  async clear(store) {
    await tx.table(store).clear();
  },
  async append(rows) {
    const table = tx.table<StoreRows['outbox'], number, NewOutboxRow>('outbox');
    const seqs: number[] = [];
    for (const chunk of chunksOf(rows)) seqs.push(...(await table.bulkAdd(chunk, { allKeys: true })));
    return seqs;
  },
});

/** Quota comes as an AbortError that carries the real one inside (measured). */
const isQuotaError = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error.name === 'QuotaExceededError') return true;
  return 'inner' in error && isQuotaError(error.inner);
};

const toStorageError = (error: unknown): unknown =>
  isQuotaError(error) ? new ProtocolError('storage_full', { cause: error }) : error;

const lostConnectionNames: readonly string[] = [
  // WebKit: "Connection to Indexed Database server lost" (bug 277615); the handle stays dead.
  'UnknownError',
  'InvalidStateError',
  'DatabaseClosedError',
];

/** The connection is dead and the data are not: a new one works. */
const isLostConnection = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return lostConnectionNames.includes(error.name) || ('inner' in error && isLostConnection(error.inner));
};

/** The engine's storage over a user's database. */
export const createDexieStorage = (db: LocalDatabase): Storage => {
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
      withReopening(() => db.transaction('r', [...stores], (tx) => action(createReadTransaction(tx)))),
    async write(stores, action) {
      try {
        return await withReopening(() =>
          db.transaction('rw', [...stores], async (tx) => {
            const result = await action(createWriteTransaction(tx));
            // A page that is frozen between its last write and the auto-commit would block every other tab (measured).
            tx.idbtrans.commit();
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
