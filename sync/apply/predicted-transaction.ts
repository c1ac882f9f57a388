import type { NewOutboxRow, OutboxRow, StoreKeys, StoreName, StoreRows } from '../storage/rows.ts';
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts';
import { DATABASE_ID_KEY } from './database-id.ts';
import { REVISION, readRevision } from './revision.ts';

/** The outbox as the last unit of this tab left it. */
export type KnownOutbox = {
  readonly rows: readonly OutboxRow[];
  readonly revision: string;
  /** The number that the storage gave last. */
  readonly lastSeq: number;
};

/** A unit reads something whose answer is not known before the database gives it. */
export class Unpredictable extends Error {}

/** The database is not as predicted: the transaction is aborted. */
export class Mispredicted extends Error {}

export type PredictedTransaction = {
  /** Answers from what is known, and records what is written. Other reads throw `Unpredictable`. */
  readonly tx: WriteTransaction;
  /** The stores that `commit` reads and writes. */
  readonly stores: ReadonlySet<StoreName>;
  /**
   * Writes what was recorded and verifies every answer, in one round trip to the database instead of one for each step.
   * @throws Mispredicted
   */
  commit(tx: WriteTransaction): Promise<void>;
};

type Rows = { readonly [S in StoreName]?: ReadonlyMap<StoreKeys[S], StoreRows[S]> };

const unpredictable = (): Promise<never> => Promise.reject(new Unpredictable());

/**
 * A transaction before it begins: optimistic concurrency control over the outbox's revision.
 * @param created keys of rows that nothing but this unit creates: predicted to be missing
 */
export const predictTransaction = (
  known: KnownOutbox,
  databaseId: string,
  created: ReadonlySet<string>,
): PredictedTransaction => {
  const outbox = new Map(known.rows.map((row) => [row.seq, row]));
  const whole: Rows = { outbox, tombstones: new Map() };
  const meta = new Map<string, StoreRows['meta']>([
    [DATABASE_ID_KEY, { key: DATABASE_ID_KEY, value: databaseId }],
    [REVISION, { key: REVISION, value: known.revision }],
  ]);
  const single: Rows = { outbox, meta };
  const stores = new Set<StoreName>(['outbox', 'meta']);
  const missing: ((tx: ReadTransaction) => Promise<boolean>)[] = [];
  const writes: ((tx: WriteTransaction) => Promise<void>)[] = [];
  const appended: NewOutboxRow[] = [];

  const record = async (store: StoreName, write: (tx: WriteTransaction) => Promise<void>): Promise<void> => {
    stores.add(store);
    writes.push(write);
  };
  const isCreated = (store: StoreName, key: string | number): boolean =>
    created.has(store === 'shadows' ? `${key}` : `${store}:${key}`);

  const tx: WriteTransaction = {
    async get(store, key) {
      return (await tx.getMany(store, [key]))[0];
    },
    async getMany<S extends StoreName>(store: S, keys: readonly StoreKeys[S][]) {
      const rows: ReadonlyMap<StoreKeys[S], StoreRows[S]> | undefined = single[store];
      const found = keys.map((key) => rows?.get(key));
      const absent = keys.filter((_, at) => found[at] === undefined);
      if (!absent.every((key) => isCreated(store, key))) return unpredictable();
      if (absent.length > 0) {
        stores.add(store);
        missing.push(async (real) => (await real.getMany(store, absent)).every((row) => row === undefined));
      }
      return found;
    },
    async count(store) {
      return (await tx.getAll(store)).length;
    },
    async isEmpty(store) {
      return (await tx.getAll(store)).length === 0;
    },
    async getAll<S extends StoreName>(store: S) {
      const rows: ReadonlyMap<StoreKeys[S], StoreRows[S]> | undefined = whole[store];
      return rows === undefined ? unpredictable() : [...rows.values()];
    },
    getAllBy: unpredictable,
    getMessages: unpredictable,
    clear: unpredictable,
    put(store, rows) {
      // Mutations that share the unit ask each for what the one before has noted (outbox/sources.ts).
      if (store === 'meta')
        for (const row of rows) if ('key' in row && 'value' in row) meta.set(row.key, row);
      return record(store, (real) => real.put(store, rows));
    },
    delete: (store, keys) => record(store, (real) => real.delete(store, keys)),
    async append(rows) {
      const first = known.lastSeq + appended.length + 1;
      appended.push(...rows);
      return rows.map((_, at) => first + at);
    },
  };

  return {
    tx,
    stores,
    async commit(real) {
      const [revision, areMissing, seqs] = await Promise.all([
        readRevision(real),
        // Asked before the rows are written, in the order of the requests.
        Promise.all(missing.map((isMissing) => isMissing(real))),
        real.append(appended),
        ...writes.map((write) => write(real)),
      ]);
      const isAsPredicted =
        revision === known.revision &&
        areMissing.every(Boolean) &&
        seqs.every((seq, at) => seq === known.lastSeq + at + 1);
      if (!isAsPredicted) throw new Mispredicted();
    },
  };
};
