import { type Connection, withReopening } from './connection.ts';
import { type KeptAnswers, NotKept } from './kept-answers.ts';
import type { Observed } from './observed.ts';
import { runTransaction } from './requests.ts';
import type { DatabaseSchema } from './schema.ts';
import { createWriteLog, type WriteLog } from './writes.ts';

/** Where a table reads and writes: in one transaction that somebody runs, or each time in one of its own. */
export type Source = {
  readonly schema: DatabaseSchema;
  /** Notes what is looked at, where somebody wants to look again. */
  readonly observed: Observed | null;
  /** Keeps what is answered, or answers from it. */
  readonly answers: KeptAnswers | null;
  read<R>(store: string, action: (store: IDBObjectStore) => Promise<R>): Promise<R>;
  write<R>(store: string, action: (store: IDBObjectStore, log: WriteLog) => Promise<R>): Promise<R>;
};

/** Answers from what was kept, without the database. */
export const replaySource = (schema: DatabaseSchema, observed: Observed, answers: KeptAnswers): Source => ({
  schema,
  observed,
  answers,
  read: () => Promise.reject(new NotKept()),
  write: () => Promise.reject(new TypeError('A replay only reads.')),
});

/** Reads in one transaction; once more on a new connection where this one is lost. */
export const readWith = <R>(
  connection: Connection,
  stores: readonly string[],
  action: (source: Source) => Promise<R>,
  { observed, answers }: Pick<Source, 'observed' | 'answers'> = { observed: null, answers: null },
): Promise<R> => {
  const { schema } = connection;
  return withReopening(connection, (db) =>
    runTransaction(db, stores, 'readonly', (tx) =>
      action({
        schema,
        observed,
        answers,
        read: (store, look) => look(tx.objectStore(store)),
        write: () => Promise.reject(new TypeError('This transaction only reads.')),
      }),
    ),
  );
};

/** Writes in one transaction, all or nothing of it, and has every live read look again that shows any of it. */
export const writeWith = async <R>(
  connection: Connection,
  stores: readonly string[],
  action: (source: Source) => Promise<R>,
): Promise<R> => {
  const { schema } = connection;
  const log = createWriteLog(schema);
  const run = (tx: IDBTransaction): Promise<R> =>
    action({
      schema,
      observed: null,
      answers: null,
      read: (store, look) => look(tx.objectStore(store)),
      write: (store, change) => change(tx.objectStore(store), log),
    });
  return runTransaction(await connection.open(), stores, 'readwrite', run, () => connection.writes.tell(log));
};

/** Each question in a transaction of its own. */
export const ownTransactions = (connection: Connection): Source => ({
  schema: connection.schema,
  observed: null,
  answers: null,
  read: (store, look) => readWith(connection, [store], (source) => source.read(store, look)),
  write: (store, change) => writeWith(connection, [store], (source) => source.write(store, change)),
});
