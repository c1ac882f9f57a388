import { createTableMaps } from '../rebase/rows.ts';
import type { LocalMessage, NewOutboxRow, StoreKeys, StoreName, StoreRows } from '../storage/rows.ts';
import {
  DuplicateKeyError,
  type ReadTransaction,
  type Storage,
  type WriteTransaction,
} from '../storage/storage.ts';
import type { BlobRow, UploadRow } from '../uploads/upload-row.ts';

type Stores = { [S in StoreName]: Map<StoreKeys[S], StoreRows[S]> };

const createStores = (): Stores => ({
  ...createTableMaps<StoreRows>(),
  outbox: new Map(),
  shadows: new Map(),
  tombstones: new Map(),
  cursors: new Map(),
  coverage: new Map(),
  meta: new Map(),
  chatDrafts: new Map(),
  uploads: new Map(),
  blobs: new Map(),
  postDrafts: new Map(),
  unindexed: new Map(),
  pins: new Map(),
  writeAhead: new Map(),
  fileOwners: new Map(),
});

const keyPaths: { [S in StoreName]: (row: StoreRows[S]) => StoreKeys[S] } = {
  users: (row) => row.id,
  settings: (row) => row.id,
  friendships: (row) => row.id,
  chats: (row) => row.id,
  members: (row) => row.id,
  memberships: (row) => row.id,
  invitations: (row) => row.id,
  messages: (row) => row.id,
  hidden: (row) => row.id,
  posts: (row) => row.id,
  comments: (row) => row.id,
  likes: (row) => row.id,
  hiddenPosts: (row) => row.id,
  blocks: (row) => row.id,
  pinnedMessages: (row) => row.id,
  starredMessages: (row) => row.id,
  authorMutes: (row) => row.id,
  outbox: (row) => row.seq,
  shadows: (row) => row.key,
  tombstones: (row) => row.key,
  cursors: (row) => row.scope,
  coverage: (row) => row.list,
  meta: (row) => row.key,
  chatDrafts: (row) => row.id,
  uploads: (row: UploadRow) => row.id,
  blobs: (row: BlobRow) => row.key,
  postDrafts: (row) => row.id,
  unindexed: (row) => row.id,
  pins: (row) => row.list,
  writeAhead: (row) => row.id,
  fileOwners: (row) => row.owner,
};

/** What outlives a tab: every handle that is opened on the same disk sees the same rows. */
export type MemoryDisk = {
  readonly stores: Stores;
  lastOutboxSeq: number;
  queue: Promise<unknown>;
  /** Counts what was written or undone: a reader compares it to know whether to read again. */
  changes: number;
};

export const createMemoryDisk = (): MemoryDisk => ({
  stores: createStores(),
  lastOutboxSeq: 0,
  queue: Promise.resolve(),
  changes: 0,
});

/** As a browser clears a site's data: after what is running, without an event. */
export const clearDisk = (disk: MemoryDisk): void => {
  disk.queue = disk.queue.then(() => {
    for (const store of Object.values(disk.stores)) store.clear();
    disk.lastOutboxSeq = 0;
    disk.changes += 1;
  });
};

export type MemoryStorageOptions = {
  /** Runs before each operation and before each commit; what it throws is what the disk would say. */
  onOperation?: (operation: 'get' | 'put' | 'delete' | 'commit') => void;
  /** True once the tab is gone: what was begun is undone, without an event. */
  isKilled?: () => boolean;
};

const compareKeys = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** The engine's storage without a browser: one transaction at a time, undone as a whole when it fails. */
export const openMemoryStorage = (disk: MemoryDisk, options: MemoryStorageOptions = {}): Storage => {
  const { stores } = disk;
  let isClosed = false;

  class Killed extends Error {}

  const run = <R>(names: readonly StoreName[], action: (tx: WriteTransaction) => Promise<R>): Promise<R> => {
    const undo: (() => void)[] = [];
    let isOver = false;
    const step = async (
      operation: 'get' | 'put' | 'delete' | 'commit',
      store: StoreName | undefined,
    ): Promise<void> => {
      // A real database answers later; a forgotten await shows here.
      await Promise.resolve();
      if (store !== undefined && !names.includes(store)) throw new Error(`Not in this transaction: ${store}`);
      if (options.isKilled?.()) throw new Killed();
      if (isClosed) throw new Error('The database is closed.');
      options.onOperation?.(operation);
    };
    const set = <S extends StoreName>(store: S, key: StoreKeys[S], row: StoreRows[S] | undefined): void => {
      const map: Map<StoreKeys[S], StoreRows[S]> = stores[store];
      // What was asked for beside the step that failed acts no more.
      if (isOver) throw new Error('The transaction is over.');
      const before = map.get(key);
      disk.changes += 1;
      undo.push(() => {
        disk.changes += 1;
        if (before === undefined) map.delete(key);
        else map.set(key, before);
      });
      if (row === undefined) map.delete(key);
      else map.set(key, row);
    };
    const values = <S extends StoreName>(store: S): StoreRows[S][] => {
      const map: Map<StoreKeys[S], StoreRows[S]> = stores[store];
      return [...map].sort(([a], [b]) => compareKeys(a, b)).map(([, row]) => row);
    };

    const read: ReadTransaction = {
      async get<S extends StoreName>(store: S, key: StoreKeys[S]) {
        await step('get', store);
        const map: Map<StoreKeys[S], StoreRows[S]> = stores[store];
        return map.get(key);
      },
      async getMany<S extends StoreName>(store: S, keys: readonly StoreKeys[S][]) {
        await step('get', store);
        const map: Map<StoreKeys[S], StoreRows[S]> = stores[store];
        return keys.map((key) => map.get(key));
      },
      async count(store) {
        await step('get', store);
        return stores[store].size;
      },
      async isEmpty(store) {
        await step('get', store);
        return stores[store].size === 0;
      },
      async getAll<S extends StoreName>(store: S) {
        await step('get', store);
        return values(store);
      },
      async getAllBy(store, index, value) {
        await step('get', store);
        return values(store).filter((row) =>
          Object.entries(row).some(
            ([k, v]) => k === index && (v === value || (Array.isArray(v) && v.includes(value))),
          ),
        );
      },
      async getMessages(chatId, fromOrder, beforeOrder) {
        await step('get', 'messages');
        return values('messages')
          .filter((row) => row.chatId === chatId && row.order >= fromOrder && row.order < beforeOrder)
          .sort((a: LocalMessage, b: LocalMessage) => a.order - b.order);
      },
    };
    const tx: WriteTransaction = {
      ...read,
      async put(store, rows) {
        await step('put', store);
        for (const row of rows) set(store, keyPaths[store](row), row);
      },
      async delete(store, keys) {
        await step('delete', store);
        for (const key of keys) set(store, key, undefined);
      },
      async clear(store) {
        await step('delete', store);
        for (const key of [...stores[store].keys()]) set(store, key, undefined);
      },
      async append(rows: readonly NewOutboxRow[]) {
        await step('put', 'outbox');
        const ids = new Set(values('outbox').map(({ id }) => id));
        if (rows.some(({ id }) => ids.has(id))) throw new DuplicateKeyError();
        return rows.map((row) => {
          disk.lastOutboxSeq += 1;
          set('outbox', disk.lastOutboxSeq, { ...row, seq: disk.lastOutboxSeq });
          return disk.lastOutboxSeq;
        });
      },
    };

    const settled = disk.queue.then(async () => {
      try {
        const result = await action(tx);
        await step('commit', undefined);
        return result;
      } catch (error) {
        isOver = true;
        for (const restore of undo.reverse()) restore();
        throw error;
      }
    });
    disk.queue = settled.catch(() => undefined);
    return settled.catch((error: unknown) => {
      if (error instanceof Killed) return new Promise<never>(() => undefined);
      throw error;
    });
  };

  return {
    read: run,
    write: run,
    writeBlind: (names, action) => run(names, async (tx) => void (await action(tx))),
    onLost: () => undefined,
    reopen: async () => undefined,
    async close() {
      isClosed = true;
    },
  };
};
