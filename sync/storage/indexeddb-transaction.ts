import type { MutatedParts } from './mutated-parts.ts';
import type { StoreName } from './rows.ts';
import type { ReadTransaction, WriteTransaction } from './storage.ts';

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Requests of a transaction are served in order, and one that fails ends it: when the last is done, all are. */
const resultsOf = async <T>(requests: readonly IDBRequest<T>[]): Promise<T[]> => {
  const last = requests.at(-1);
  if (last === undefined) return [];
  await resultOf(last);
  return requests.map(({ result }) => result);
};

export const createReadTransaction = (tx: IDBTransaction): ReadTransaction => ({
  async get(store, key) {
    return resultOf(tx.objectStore(store).get(key));
  },
  async getMany(store, keys) {
    if (keys.length === 0) return [];
    const rows = tx.objectStore(store);
    return resultsOf(keys.map((key) => rows.get(key)));
  },
  async isEmpty(store) {
    return (await resultOf(tx.objectStore(store).getAllKeys(null, 1))).length === 0;
  },
  async getAll(store) {
    return resultOf(tx.objectStore(store).getAll());
  },
  async getAllBy(store, index, value) {
    return resultOf(tx.objectStore(store).index(index).getAll(value));
  },
  async getMessages(chatId, fromOrder, beforeOrder) {
    const range = IDBKeyRange.bound([chatId, fromOrder], [chatId, beforeOrder], false, true);
    return resultOf(tx.objectStore('messages').index('[chatId+order]').getAll(range));
  },
});

/** Writes are not waited for: one that fails ends the transaction, and what is read after them sees them. */
export const createWriteTransaction = (tx: IDBTransaction, parts: MutatedParts): WriteTransaction => ({
  ...createReadTransaction(tx),
  async put(store, rows) {
    const table = tx.objectStore(store);
    parts.put(store, rows);
    for (const row of rows) table.put(row);
  },
  async delete(store, keys) {
    const table = tx.objectStore(store);
    parts.delete(store, keys);
    for (const key of keys) table.delete(key);
  },
  async clear(store) {
    parts.clear(store);
    tx.objectStore(store).clear();
  },
  async append(rows) {
    const outbox = tx.objectStore('outbox');
    const keys = await resultsOf(rows.map((row) => outbox.add(row)));
    const seqs = keys.map(Number);
    parts.append(rows, seqs);
    return seqs;
  },
});

export type TransactionMode = 'readonly' | 'readwrite';

/**
 * Runs an action in one native transaction: its promises live in the callbacks of their requests, so that nothing but the
 * transaction may be awaited in it. (Dexie's own transactions cost as much again as the database's work, measured.)
 * @returns what the action returned, once all of it is durable
 */
export const runTransaction = <R>(
  connection: IDBDatabase,
  stores: readonly StoreName[],
  mode: TransactionMode,
  action: (tx: IDBTransaction) => Promise<R>,
): Promise<R> =>
  new Promise((resolve, reject) => {
    // Strict: "queued" on the screen means that a power cut does not lose it (0.3 ms, measured).
    const tx =
      mode === 'readonly'
        ? connection.transaction(stores, mode)
        : connection.transaction(stores, mode, { durability: 'strict' });
    const result = action(tx);
    tx.onabort = () => reject(tx.error ?? new DOMException('The transaction was aborted.', 'AbortError'));
    tx.oncomplete = () => result.then(resolve, reject);
    result.catch((error: unknown) => {
      // What a request failed with has ended the transaction; what the requests after it say is only that.
      reject(tx.error ?? error);
      try {
        tx.abort();
      } catch {
        // It is over already.
      }
    });
  });
