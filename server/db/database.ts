import { AsyncLocalStorage } from 'node:async_hooks';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';
import { isRetryable } from './sql-state.ts';

/** PGlite or PostgreSQL behind one dialect. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;
/** An open transaction. Everything inside goes through it: PGlite has one connection, and a query beside it waits for ever. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** For queries that run inside a transaction or alone. */
export type Queryable = Database | Transaction;

/** One statement with parameters, or several without; the rows of all of them. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

/** A database that somebody opened and has to close. */
export type OpenDatabase = {
  db: Database;
  /**
   * For look-ups before it is known who asks. On a server it has connections of its own, so that a flood of them takes none
   * from members; an embedded database has one connection, and this is the same as `db`.
   */
  visitorDb: Database;
  kind: 'pglite' | 'postgres';
  /** Gives the database a new epoch: it was restored from a copy. */
  renewEpoch: () => Promise<void>;
  /** How many connections there are; null for the embedded database. */
  poolState: () => { total: number; idle: number; waiting: number } | null;
  /** Resolves with the reason when it will never answer again: the process then has to end. A server heals by itself. */
  died: Promise<unknown>;
  /** Runs SQL as it is, beside Drizzle: what pg-boss speaks. Never while a transaction of the caller's is open. */
  executeSql: ExecuteSql;
  /** Ends all connections, once what they run has ended. */
  close: () => Promise<void>;
};

const ATTEMPTS_MAX = 4;

/** READ COMMITTED, which is the default, so that it costs no statement; serialisation failures and deadlocks (40001, 40P01) are tried again up to three times. */
export const inTransaction = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  retried(() => db.transaction(work));

const retried = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await enter(run);
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !isRetryable(error)) throw error;
    }
  }
};

/** A transaction in three steps, so that it takes three packets to the database and not one for each statement. */
export type Stages<Loaded, Made, T> = {
  /** Travels with BEGIN. It reads and locks, and changes nothing: without a transaction, nothing would have happened. */
  load: (tx: Transaction) => Promise<Loaded>;
  work: (tx: Transaction, loaded: Loaded) => Promise<Made>;
  /** Travels with COMMIT, which rolls back when this fails. */
  write: (tx: Transaction, made: Made) => Promise<T>;
};
type RunStages = <Loaded, Made, T>(stages: Stages<Loaded, Made, T>) => Promise<T>;

type ReadSnapshot = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

const stagesByDatabase = new WeakMap<Database, { runStages: RunStages; snapshot: ReadSnapshot }>();

/** Tells how a database runs stages and snapshots; one that does not say so sends statement after statement. */
export const provideStages = (db: Database, how: { runStages: RunStages; snapshot: ReadSnapshot }): void => {
  stagesByDatabase.set(db, how);
};

/** `inTransaction` for what can say in advance what it reads, and writes at its end. */
export const inStages = <Loaded, Made, T>(db: Database, stages: Stages<Loaded, Made, T>): Promise<T> => {
  const run: RunStages =
    stagesByDatabase.get(db)?.runStages ??
    (({ load, work, write }) => db.transaction(async (tx) => write(tx, await work(tx, await load(tx)))));
  return retried(() => run(stages));
};

/**
 * One cut through everything: all reads of `work` see the same moment. What it reads first travels with BEGIN where the
 * database can do that.
 */
export const readSnapshot = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const snapshot: ReadSnapshot =
    stagesByDatabase.get(db)?.snapshot ??
    ((read) => db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' }));
  return enter(() => snapshot(work));
};

/**
 * Sends the queries of several parts of a transaction without waiting for an answer in between. Their connection runs them one
 * after the other.
 * @throws the error of the first part that failed, once all have ended: those after it only say that the transaction has failed
 */
export const together = async <Answers extends readonly unknown[]>(
  ...asked: { [Part in keyof Answers]: Promise<Answers[Part]> | Answers[Part] }
): Promise<{ -readonly [Part in keyof Answers]: Answers[Part] }> => {
  await Promise.allSettled(asked);
  return Promise.all(asked);
};

/** What the transaction that is open here wants done once it is committed. */
const afterwards = new AsyncLocalStorage<(() => void)[]>();

/** A transaction inside another would wait for it on PGlite, and on PostgreSQL hold two connections: it fails instead. */
const enter = async <T>(work: () => Promise<T>): Promise<T> => {
  if (afterwards.getStore())
    throw new Error('A transaction is open here: pass it down instead of opening another.');
  const effects: (() => void)[] = [];
  const result = await afterwards.run(effects, work);
  for (const effect of effects) effect();
  return result;
};

/**
 * Runs work in another async context, as that of a request, and still in the transaction that is open here: without it
 * `afterCommit` would act at once, and a transaction inside it would go unnoticed.
 */
export const withinTransaction = <R>(within: (work: () => R) => R, work: () => R): R => {
  const effects = afterwards.getStore();
  return within(() => (effects ? afterwards.run(effects, work) : work()));
};

/** Runs the effect once the transaction that is open here is committed, never if it fails; at once when none is open. */
export const afterCommit = (effect: () => void): void => {
  const effects = afterwards.getStore();
  if (effects) effects.push(effect);
  else effect();
};
