import type { NewOutboxRow, StoreKeys, StoreName, StoreRows } from './rows.ts';

/** Stores with a secondary index, and the values it is asked by. */
export type StoreIndexes = {
  users: { uniqueCode: string };
  posts: { creatorId: string };
  comments: { postId: string };
  chatDrafts: { chatId: string };
  members: { chatId: string; userId: string };
  pinnedMessages: { chatId: string };
  blocks: { userId: string };
  authorMutes: { userId: string };
  friendships: { requesterId: string; requesteeId: string };
  uploads: { sha256: string; picked: string; preparing: string };
  blobs: { fileId: string };
  /** Every file that a row names. */
  fileOwners: { files: string };
  invitations: { inviterId: string; userId: string };
};

export type IndexedStore = keyof StoreIndexes;

/** Reads see the transaction's own writes. Rows are values: they are replaced, never changed in place. */
export type ReadTransaction = {
  get<S extends StoreName>(store: S, key: StoreKeys[S]): Promise<StoreRows[S] | undefined>;
  /** In the order of `keys`. */
  getMany<S extends StoreName>(
    store: S,
    keys: readonly StoreKeys[S][],
  ): Promise<(StoreRows[S] | undefined)[]>;
  isEmpty(store: StoreName): Promise<boolean>;
  count(store: StoreName): Promise<number>;
  /** In key order. */
  getAll<S extends StoreName>(store: S): Promise<StoreRows[S][]>;
  getAllBy<S extends IndexedStore, I extends keyof StoreIndexes[S] & string>(
    store: S,
    index: I,
    value: string,
  ): Promise<StoreRows[S][]>;
  /** A chat's messages with `fromOrder <= order < beforeOrder`, ascending. */
  getMessages(chatId: string, fromOrder: number, beforeOrder: number): Promise<StoreRows['messages'][]>;
};

export type WriteTransaction = ReadTransaction & {
  put<S extends StoreName>(store: S, rows: readonly StoreRows[S][]): Promise<void>;
  delete<S extends StoreName>(store: S, keys: readonly StoreKeys[S][]): Promise<void>;
  /** Removes every row of the store. */
  clear(store: StoreName): Promise<void>;
  /**
   * Adds to the outbox and answers the new `seq` numbers, greater than any given before, in the order of `rows`.
   * @throws DuplicateKeyError when one of the ids is there
   */
  append(rows: readonly NewOutboxRow[]): Promise<number[]>;
};

export type BlindTransaction = Pick<WriteTransaction, 'put' | 'delete'>;

/** A row with such a unique key is there already. */
export class DuplicateKeyError extends Error {}

/**
 * - `upgraded`: newer code wants the database.
 * - `gone`: the browser closed it, or it is being deleted: it can be opened again.
 * - `reopened`: the browser closed a connection that had already failed and been replaced: the database is the same one, or
 *   an empty one.
 */
export type StorageLoss = 'upgraded' | 'gone' | 'reopened';

/**
 * Where the engine keeps everything. Held by two implementations (Dexie, memory) to one contract suite.
 * Serializable: write transactions over common stores never overlap; readers see a whole transaction or nothing of it.
 * Inside `action` nothing but the transaction may be awaited: IndexedDB commits at any other pause.
 */
export type Storage = {
  read<R>(stores: readonly StoreName[], action: (tx: ReadTransaction) => Promise<R>): Promise<R>;
  /** Durable when it resolves; without any effect when it rejects. */
  write<R>(stores: readonly StoreName[], action: (tx: WriteTransaction) => Promise<R>): Promise<R>;
  /**
   * Writes rows without reading any. It is asked to commit in the task of the call, so that a page that ends right after
   * still stores it. `action` asks for everything before its first await.
   */
  writeBlind(stores: readonly StoreName[], action: (tx: BlindTransaction) => Promise<unknown>): Promise<void>;
  /** Called when the database goes away under us. */
  onLost(listener: (why: StorageLoss) => void): void;
  /** Opens a connection anew that may only seem to live. */
  reopen(): Promise<void>;
  close(): Promise<void>;
};
