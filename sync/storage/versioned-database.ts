import { Dexie, RangeSet } from 'dexie';
import type { StorageLoss } from './storage.ts';

/** A database that newer code has made: older code would write old shapes into it. */
export class NewerDatabaseError extends Error {
  constructor(name: string) {
    super(`The database "${name}" was made by newer code.`);
    this.name = 'NewerDatabaseError';
  }
}

/** Dexie multiplies version numbers by ten. */
const NATIVE_FACTOR = 10;

/**
 * IndexedDB that opens the declared version only. Dexie tolerates newer databases: it opens them without a version, and
 * patches their schema.
 */
const exactVersion = (nativeVersion: () => number) => ({
  open(name: string, version?: number): IDBOpenDBRequest {
    if (version !== nativeVersion()) throw new NewerDatabaseError(name);
    return indexedDB.open(name, version);
  },
  deleteDatabase: (name: string) => indexedDB.deleteDatabase(name),
  databases: () => indexedDB.databases(),
  cmp: (a: unknown, b: unknown) => indexedDB.cmp(a, b),
});

/** Every live query runs again. */
const everything = { all: new RangeSet(Number.NEGATIVE_INFINITY, [[]]) };

/** WebKit bug 277615: "Connection to Indexed Database server lost". The data are not lost, and a new connection works. */
const CONNECTION_LOST = 'UnknownError';
/** Dexie's name for a transaction that began between the end of one connection and the next. */
const BETWEEN_CONNECTIONS = 'OpenFailedError';

/** The names of an error and of those that caused it, as Dexie nests them. */
export const errorNames = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [];
  const inner: unknown = 'inner' in error ? error.inner : undefined;
  const failures: unknown[] = 'failures' in error && Array.isArray(error.failures) ? error.failures : [];
  return [error.name, ...[inner, error.cause, ...failures].flatMap(errorNames)];
};

/**
 * A Dexie database that writes with strict durability, refuses databases of newer code, reopens broken connections, and
 * reports when the database goes away. It opens at the first use.
 */
export class VersionedDatabase extends Dexie {
  readonly #lossListeners = new Set<(why: StorageLoss) => void>();
  /** Connections that failed, and were replaced before the browser reported their end. */
  readonly #replaced = new WeakSet<IDBDatabase>();
  #isClosed = false;

  constructor(name: string) {
    super(name, {
      chromeTransactionDurability: 'strict',
      indexedDB: exactVersion(() => Math.round(this.verno * NATIVE_FACTOR)),
    });
    let hasOpened = false;
    this.on(
      'ready',
      () => {
        this.#watch(this.backendDB());
        // What a closed connection did not answer is asked again.
        if (hasOpened) Dexie.on.storagemutated.fire(everything);
        hasOpened = true;
      },
      true,
    );
    this.on('versionchange', ({ newVersion }: IDBVersionChangeEvent) => {
      // Otherwise the other connection would wait for this one.
      this.close({ disableAutoOpen: false });
      this.#report(newVersion === null ? 'gone' : 'upgraded');
      // Instead of Dexie's own handler, which warns on the console.
      return false;
    });
    this.use({
      stack: 'dbcore',
      name: 'reopen',
      create: (core) => {
        const connection = this.backendDB();
        return {
          ...core,
          transaction: (...args) => {
            try {
              return core.transaction(...args);
            } catch (error) {
              const names = errorNames(error);
              if (names.includes(CONNECTION_LOST) || names.includes('InvalidStateError')) {
                this.#replaced.add(connection);
                // The error for which Dexie opens a new connection, and begins the transaction again.
                throw new Dexie.InvalidStateError('The connection is lost.', { cause: error });
              }
              throw error;
            }
          },
        };
      },
    });
  }

  /** By default for good: Dexie would open it again when the browser reports the end of the connection afterwards. */
  override close({ disableAutoOpen = true }: { disableAutoOpen?: boolean } = {}): void {
    this.#isClosed ||= disableAutoOpen;
    super.close({ disableAutoOpen: this.#isClosed });
  }

  /** Calls `listener` when the database goes away under its users. */
  onLost(listener: (why: StorageLoss) => void): void {
    this.#lossListeners.add(listener);
  }

  /**
   * Runs a transaction, and once more on a new connection when its connection broke. It must read all that it decides by:
   * a broken transaction may have been committed.
   */
  retryOnNewConnection<R>(run: () => PromiseLike<R>): Dexie.Promise<R> {
    const connection = this.backendDB();
    return Dexie.Promise.resolve(run()).catch((error: unknown) => {
      const names = errorNames(error);
      if (!names.includes(CONNECTION_LOST) && !names.includes(BETWEEN_CONNECTIONS)) throw error;
      if (connection !== null && this.backendDB() === connection) this.reopen();
      return run();
    });
  }

  /** Replaces the connection: it may only seem to work. */
  reopen(): void {
    const connection = this.backendDB();
    if (connection !== null) this.#replaced.add(connection);
    this.close({ disableAutoOpen: false });
  }

  #watch(connection: IDBDatabase): void {
    connection.addEventListener('close', () =>
      this.#report(this.#replaced.has(connection) ? 'reopened' : 'gone'),
    );
  }

  #report(why: StorageLoss): void {
    for (const listener of this.#lossListeners) listener(why);
  }
}

/** Deletes a database with all that it holds, as soon as its other users have closed it. A missing one is no error. */
export const deleteDatabase = async (name: string): Promise<void> => {
  await Dexie.delete(name);
};

/** The databases of this device, by name. Opens none. */
export const databaseNames = async (): Promise<string[]> => Dexie.getDatabaseNames();
