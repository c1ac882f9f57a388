import type { Table, Transaction } from 'dexie';
import type { NewOutboxRow, StoreKeys, StoreName, StoreRows } from './rows.ts';
import type { ReadTransaction, WriteTransaction } from './storage.ts';

/** Dexie marks a whole table as changed when 50 rows or more are put at once: every live query of it would run again. */
const CHUNK = 49;

/** By the transaction itself: Dexie's current one is only known for a limited number of native awaits. */
const tableIn = <S extends StoreName>(tx: Transaction, store: S): Table<StoreRows[S], StoreKeys[S]> =>
  tx.table(store);

/** A Dexie transaction as the engine's port. */
export const createReadTransaction = (tx: Transaction): ReadTransaction => ({
  get: async (store, key) => tableIn(tx, store).get(key),
  getMany: async (store, keys) => (keys.length === 0 ? [] : tableIn(tx, store).bulkGet([...keys])),
  count: (store) => tableIn(tx, store).count(),
  isEmpty: async (store) => (await tableIn(tx, store).limit(1).primaryKeys()).length === 0,
  getAll: async (store) => tableIn(tx, store).toArray(),
  getAllBy: async (store, index, value) => tableIn(tx, store).where(index).equals(value).toArray(),
  getMessages: async (chatId, fromOrder, beforeOrder) =>
    tableIn(tx, 'messages')
      .where('[chatId+order]')
      .between([chatId, fromOrder], [chatId, beforeOrder])
      .toArray(),
});

function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += CHUNK) yield rows.slice(at, at + CHUNK);
}

/**
 * @param writes receives what is queued and not waited for: reads that follow see it, and one that fails ends the
 *   transaction
 */
export const createWriteTransaction = (tx: Transaction, writes: PromiseLike<unknown>[]): WriteTransaction => {
  const queue = (written: PromiseLike<unknown>): void => {
    // The runner of the transaction awaits it later.
    written.then(undefined, () => undefined);
    writes.push(written);
  };
  return {
    ...createReadTransaction(tx),
    async put(store, rows) {
      for (const chunk of chunksOf(rows)) queue(tableIn(tx, store).bulkPut(chunk));
    },
    async delete(store, keys) {
      if (keys.length > 0) queue(tableIn(tx, store).bulkDelete([...keys]));
    },
    async clear(store) {
      queue(tableIn(tx, store).clear());
    },
    async append(rows) {
      const outbox = tx.table<StoreRows['outbox'], number, NewOutboxRow>('outbox');
      const seqs = await Promise.all(
        [...chunksOf(rows)].map((chunk) => outbox.bulkAdd(chunk, { allKeys: true })),
      );
      return seqs.flat();
    },
  };
};
