import { resultOf, resultsOf } from '../tables/requests.ts';
import type { WriteLog } from '../tables/writes.ts';
import type { ReadTransaction, WriteTransaction } from './storage.ts';

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
export const createWriteTransaction = (tx: IDBTransaction, log: WriteLog): WriteTransaction => ({
  ...createReadTransaction(tx),
  async put(store, rows) {
    const table = tx.objectStore(store);
    log.put(store, rows);
    for (const row of rows) table.put(row);
  },
  async insert(store, rows) {
    const table = tx.objectStore(store);
    log.put(store, rows);
    for (const row of rows) table.add(row);
  },
  async delete(store, keys) {
    const table = tx.objectStore(store);
    log.delete(store, keys);
    for (const key of keys) table.delete(key);
  },
  async clear(store) {
    log.clear(store);
    tx.objectStore(store).clear();
  },
  async append(rows) {
    const outbox = tx.objectStore('outbox');
    const keys = await resultsOf(rows.map((row) => outbox.add(row)));
    const seqs = keys.map(Number);
    log.add('outbox', rows, seqs);
    return seqs;
  },
});
