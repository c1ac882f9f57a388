import { Duplex } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { ProtocolError } from '../../protocol/index.ts';
import type { Database, Stages, Transaction } from './database.ts';
import * as schema from './schema.ts';
import { sqlStateOf } from './sql-state.ts';

const dialect = new PgDialect();

/**
 * Drizzle's own pool transaction never gives a connection back on which BEGIN fails; a few outages would drain the pool.
 * A connection keeps its Drizzle, and with it the queries that are built on it (`prepared`).
 */
export const transactOn = (pool: pg.Pool) => {
  const onConnection = new WeakMap<pg.PoolClient, Database>();
  const drizzleOn = (client: pg.PoolClient): Database => {
    const known = onConnection.get(client);
    if (known) return known;
    const connection: Database = drizzle(client, { schema });
    onConnection.set(client, connection);
    return connection;
  };
  const withClient = async <T>(
    use: (client: pg.PoolClient, connection: Database) => Promise<T>,
  ): Promise<T> => {
    const client = await pool.connect().catch((cause: unknown) => {
      throw new ProtocolError('unavailable', { cause });
    });
    let hasLostIt = false;
    try {
      return await use(client, drizzleOn(client));
    } catch (error) {
      // A query failed and PostgreSQL has not said why.
      hasLostIt = error instanceof DrizzleQueryError && sqlStateOf(error) === undefined;
      throw error;
    } finally {
      client.release(hasLostIt || client.getTransactionStatus() !== 'I');
    }
  };
  const transact: Database['transaction'] = (work, config) =>
    withClient((_, connection) => connection.transaction(work, config));
  /** Whatever fails, the transaction is rolled back before its connection is given back. */
  const onTransaction = <T>(use: (client: pg.PoolClient, tx: Transaction) => Promise<T>): Promise<T> =>
    withClient(async (client, { _: { session } }) => {
      try {
        return await use(client, new NodePgTransaction(dialect, session, undefined));
      } catch (error) {
        // A connection that cannot roll back is not given back; what went wrong before that is what has to be told.
        if (client.getTransactionStatus() !== 'I') await command(client, 'rollback').catch(() => undefined);
        throw error;
      }
    });
  const runStages = <Loaded, Made, T>({ load, work, write }: Stages<Loaded, Made, T>): Promise<T> =>
    onTransaction(async (client, tx) => {
      const [, loaded] = await inOnePacket(client, () => [command(client, 'begin'), load(tx)]);
      const made = await work(tx, loaded);
      const [written, end] = await inOnePacket(client, () => [write(tx, made), command(client, 'commit')]);
      // What COMMIT answers in a transaction that has failed.
      if (end.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
      return written;
    });
  const snapshot = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    onTransaction(async (client, tx) => {
      const [, result] = await inOnePacket(client, () => [command(client, BEGIN_SNAPSHOT), work(tx)]);
      await command(client, 'commit');
      return result;
    });
  return { transact, runStages, snapshot };
};

const BEGIN_SNAPSHOT = 'begin isolation level repeatable read read only';
type Command = 'begin' | typeof BEGIN_SNAPSHOT | 'commit' | 'rollback';

/** Fails as a query of Drizzle does, so that an outage is told as one wherever it happens (server/plugins/to-protocol-error.ts). */
const command = (client: pg.PoolClient, text: Command): Promise<pg.QueryResult> =>
  client.query(text).catch((cause: unknown) => {
    throw new DrizzleQueryError(text, [], cause instanceof Error ? cause : new Error(String(cause)));
  });

type Packets = { cork: () => void; uncork: () => void };

/** The driver's own stream, which it has no name for in its types. */
const packetsOf = (client: pg.PoolClient): Packets | null => {
  if (!('connection' in client) || !isObject(client.connection) || !('stream' in client.connection))
    return null;
  const { stream } = client.connection;
  return stream instanceof Duplex ? stream : null;
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Sends what two parts ask for at once together: each packet costs both sides more than a small statement does.
 * @throws the error of the first part that failed, once both have ended
 */
const inOnePacket = async <A, B>(
  client: pg.PoolClient,
  ask: () => [Promise<A>, Promise<B>],
): Promise<[A, B]> => {
  const packets = packetsOf(client);
  packets?.cork();
  const asked = (() => {
    try {
      return ask();
    } finally {
      packets?.uncork();
    }
  })();
  const [first, second] = await Promise.allSettled(asked);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  return [first.value, second.value];
};
