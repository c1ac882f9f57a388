import { ProtocolError } from '../../protocol/index.ts';
import { createReadTransaction, createWriteTransaction } from './dexie-transaction.ts';
import type { LocalDatabase } from './local-database.ts';
import { DuplicateKeyError, type Storage, type StorageLoss } from './storage.ts';
import { errorNames } from './versioned-database.ts';

const toStorageError = (error: unknown): unknown => {
  const names = errorNames(error);
  if (names.includes('QuotaExceededError')) return new ProtocolError('storage_full', { cause: error });
  if (names.includes('NewerDatabaseError')) return new ProtocolError('upgrade_required', { cause: error });
  if (names.includes('ConstraintError')) return new DuplicateKeyError(undefined, { cause: error });
  return error;
};

/** The engine's storage over a member's database. */
export const createDexieStorage = (db: LocalDatabase): Storage => {
  const lostListeners = new Set<(why: StorageLoss) => void>();
  const lose = (why: StorageLoss): void => {
    // For good: this tab then asks to be reloaded, or opens anew what may be another database.
    if (why !== 'reopened') db.close();
    for (const listener of lostListeners) listener(why);
  };
  db.onLost(lose);

  const run = async <R>(transaction: () => PromiseLike<R>): Promise<R> => {
    try {
      return await db.retryOnNewConnection(transaction);
    } catch (error) {
      // Upgraded while this page was in the back-forward cache, where it received no event.
      if (errorNames(error).includes('NewerDatabaseError')) lose('upgraded');
      throw toStorageError(error);
    }
  };

  return {
    read: (stores, action) =>
      run(() => db.transaction('r', [...stores], async (tx) => action(createReadTransaction(tx)))),
    write: (stores, action) =>
      run(() =>
        db.transaction('rw', [...stores], async (tx) => {
          const writes: PromiseLike<unknown>[] = [];
          const result = await action(createWriteTransaction(tx, writes));
          await Promise.all(writes);
          // Without it the browser waits for this thread to be idle before it commits.
          tx.idbtrans.commit();
          return result;
        }),
      ),
    writeBlind: (stores, action) =>
      run(() =>
        db.transaction('rw', [...stores], async (tx) => {
          const writes: PromiseLike<unknown>[] = [];
          const asked = action(createWriteTransaction(tx, writes));
          // A browser commits what it was asked to commit, even when the page is gone; anything else it aborts.
          tx.idbtrans.commit();
          await asked;
          await Promise.all(writes);
        }),
      ),
    onLost(listener) {
      lostListeners.add(listener);
    },
    async reopen() {
      db.reopen();
      await db.open();
    },
    async close() {
      lostListeners.clear();
      db.close();
    },
  };
};
