import type { StoreName } from '../storage/rows.ts';
import type { Storage, WriteTransaction } from '../storage/storage.ts';

/** A place where something waits: a race is written down as the order in which such places are opened. */
export type Barrier = { readonly wait: Promise<void>; open(): void };

export const createBarrier = (): Barrier => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: promise, open: () => resolve() };
};

export type Gate = {
  /** The next transaction that writes to the store stops right before it, until the barrier is opened. */
  stopAt(store: StoreName): Barrier & { isReached(): boolean };
  wrap(storage: Storage): Storage;
};

/** Stops transactions of the memory storage. (One of IndexedDB would end at such a pause.) */
export const createGate = (): Gate => {
  let next: { store: StoreName; pass: () => Promise<void> } | null = null;
  const pass = async (store: StoreName): Promise<void> => {
    if (next?.store !== store) return;
    const stopped = next;
    next = null;
    await stopped.pass();
  };
  const slow = (tx: WriteTransaction): WriteTransaction => ({
    ...tx,
    async put(store, rows) {
      await pass(store);
      return tx.put(store, rows);
    },
    async append(rows) {
      await pass('outbox');
      return tx.append(rows);
    },
  });
  return {
    stopAt(store) {
      const barrier = createBarrier();
      let isReached = false;
      next = {
        store,
        pass() {
          isReached = true;
          return barrier.wait;
        },
      };
      return { ...barrier, isReached: () => isReached };
    },
    wrap: (storage) => ({
      ...storage,
      write: (stores, action) => storage.write(stores, (tx) => action(slow(tx))),
    }),
  };
};
