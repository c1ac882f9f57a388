import { onPageCache } from '../platform/page-cache.ts';
import { type DatabaseSchema, type StoreSchema, schemaOf, type Versions } from './schema.ts';
import { createWriteHub, type WriteHub } from './write-hub.ts';

/** The first databases were made by Dexie, which multiplies version numbers by ten. */
const NATIVE_FACTOR = 10;

/** The database is closed for good: by its owner, or because somebody else needs it to be. */
export class DatabaseClosedError extends Error {
  constructor() {
    super('The database is closed.');
    this.name = 'DatabaseClosedError';
  }
}

/** Newer code has made the database: older code would write old shapes into it. */
export class NewerDatabaseError extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`The database "${name}" was made by newer code.`, options);
    this.name = 'NewerDatabaseError';
  }
}

/** A database of this device, opened at the first use and again whenever the browser has closed it. */
export type Connection = {
  readonly name: string;
  readonly schema: DatabaseSchema;
  /** Tells who shows what a transaction has written. */
  readonly writes: WriteHub;
  /**
   * The open database.
   * @throws DatabaseClosedError after `close`; NewerDatabaseError
   */
  open(): Promise<IDBDatabase>;
  isOpen(): boolean;
  /** Lets go of it until the next use; of a handle that has died only: somebody may have opened another one by now. */
  release(dead?: IDBDatabase): void;
  /** For good. */
  close(): void;
  /** Somebody upgrades the database to a version, or deletes it (null). It is let go whatever the listener does. */
  onVersionChange(listener: (version: number | null) => void): void;
  /**
   * The browser has closed it: its data were cleared, or its process died.
   * @param listener hears whether it had been found dead, and was let go, before that
   */
  onLost(listener: (wasFound: boolean) => void): void;
};

const createIndexes = (store: IDBObjectStore, { indexes }: StoreSchema): void => {
  for (const name of store.indexNames) {
    if (indexes.every((index) => index.name !== name)) store.deleteIndex(name);
  }
  for (const { name, keyPath, isUnique } of indexes) {
    if (!store.indexNames.contains(name)) store.createIndex(name, keyPath, { unique: isUnique });
  }
};

/** From any released version, and from nothing. Stores that are not named stay as they are. */
const upgrade = (request: IDBOpenDBRequest, stores: ReadonlyMap<string, StoreSchema>): void => {
  const { result: db, transaction } = request;
  for (const [name, schema] of stores) {
    const { keyPath, autoIncrement } = schema;
    const store =
      transaction && db.objectStoreNames.contains(name)
        ? transaction.objectStore(name)
        : db.createObjectStore(name, { keyPath, autoIncrement });
    createIndexes(store, schema);
  }
};

const openNative = (name: string, { version, stores }: DatabaseSchema): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version * NATIVE_FACTOR);
    request.onupgradeneeded = () => upgrade(request, stores);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => {
      const isNewer = request.error?.name === 'VersionError';
      reject(isNewer ? new NewerDatabaseError(name, { cause: request.error }) : request.error);
    };
  });

/** Names a database of this device. Nothing is opened before the first use. */
export const createConnection = (name: string, versions: Versions): Connection => {
  const schema = schemaOf(versions);
  const versionListeners = new Set<(version: number | null) => void>();
  const lostListeners = new Set<(wasFound: boolean) => void>();
  let opening: Promise<IDBDatabase> | null = null;
  let current: IDBDatabase | null = null;
  let isClosed = false;

  const release = (dead = current): void => {
    dead?.close();
    // What is just being opened is of nobody's past.
    if (dead === null || dead !== current) return;
    current = null;
    opening = null;
  };

  const open = async (): Promise<IDBDatabase> => {
    const db = await openNative(name, schema);
    // It was closed while it was opening.
    if (isClosed) {
      db.close();
      throw new DatabaseClosedError();
    }
    db.onversionchange = ({ newVersion }) => {
      // Whoever waits for it would wait for ever otherwise.
      release(db);
      for (const listener of versionListeners) listener(newVersion);
    };
    db.onclose = () => {
      const wasFound = current !== db;
      release(db);
      for (const listener of lostListeners) listener(wasFound);
    };
    current = db;
    return db;
  };

  const writes = createWriteHub(name);
  // Whoever waits for the database would wait for a page that nobody sees.
  const leavePageCache = onPageCache(
    () => release(),
    () => writes.tellAnything(),
  );

  return {
    name,
    schema,
    writes,
    open() {
      if (isClosed) return Promise.reject(new DatabaseClosedError());
      if (opening === null) {
        const asked = open();
        asked.catch(() => {
          if (opening === asked) opening = null;
        });
        opening = asked;
      }
      return opening;
    },
    isOpen: () => current !== null,
    release,
    close() {
      isClosed = true;
      release();
      writes.close();
      leavePageCache();
    },
    onVersionChange: (listener) => void versionListeners.add(listener),
    onLost: (listener) => void lostListeners.add(listener),
  };
};

const lostNames: readonly string[] = [
  // WebKit: "Connection to Indexed Database server lost" (bug 277615).
  'UnknownError',
  // The handle stays dead.
  'InvalidStateError',
];

/** Runs again, once and on a new connection, what a connection that is lost has broken: the data are not. */
export const withReopening = async <R>(
  connection: Connection,
  run: (db: IDBDatabase) => Promise<R>,
): Promise<R> => {
  let db: IDBDatabase | undefined;
  try {
    db = await connection.open();
    return await run(db);
  } catch (error) {
    if (!(error instanceof Error && lostNames.includes(error.name))) throw error;
    connection.release(db);
    return run(await connection.open());
  }
};

const done = (request: IDBOpenDBRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });

/** Deletes a database with all that it holds, as soon as everybody has let go of it. One that is not there is no error. */
export const deleteDatabase = (name: string): Promise<void> => done(indexedDB.deleteDatabase(name));

/** The databases of this device, by name. Opens none. */
export const databaseNames = async (): Promise<string[]> =>
  (await indexedDB.databases()).flatMap((database) => database.name ?? []);
