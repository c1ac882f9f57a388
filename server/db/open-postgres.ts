import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, ExecuteSql, OpenDatabase } from './database.ts';
import { provideStages } from './database.ts';
import { migrate } from './migrate.ts';
import { renewEpochAfterRestore, renewEpochOfServer } from './renew-epoch.ts';
import * as schema from './schema.ts';
import { transactOn } from './transact-on.ts';

/** Any number will do, as long as every process that migrates uses the same. */
const MIGRATION_LOCK = 7_262_220;
const CONNECT_TIMEOUT_MS = 5_000;

/** Bounds on every statement, so that a stuck one ends as our own trouble (503) and not as a hanging request. */
const LIMITS = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  statement_timeout: 5_000,
  lock_timeout: 4_000,
  idle_in_transaction_session_timeout: 10_000,
  // Of the driver: a server that hangs as a whole enforces no bound of its own.
  query_timeout: 8_000,
} as const;

/** Look-ups of unknown tokens: as many as run at once (modules/auth/token-lookups.ts). */
const VISITOR_CONNECTIONS = 2;

/** Connects to a PostgreSQL server and migrates it, one process at a time. */
export async function openPostgres(url: string, poolSize = 10): Promise<OpenDatabase> {
  await migrateServer(url);
  const pool = openPool(url, poolSize);
  const visitorPool = openPool(url, VISITOR_CONNECTIONS);
  const died = Promise.withResolvers<never>().promise;
  return {
    ...{ db: databaseOn(pool), visitorDb: databaseOn(visitorPool), kind: 'postgres', died },
    executeSql: executeOn(pool),
    renewEpoch: () => renewEpochOfServer(url),
    poolState: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await Promise.all([pool.end(), visitorPool.end()]);
    },
  };
}

const openPool = (url: string, max: number): pg.Pool => {
  const onConnect = (client: pg.ClientBase) => renewEpochAfterRestore(client, url);
  // Statements go out without waiting for the answer to the one before (`runStages`); their order stays.
  const how = { keepAlive: true, pipeline: true } as const;
  const pool = new pg.Pool({ connectionString: url, max, onConnect, ...how, ...LIMITS });
  // A connection that breaks fails the query that uses it; without listeners it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

const databaseOn = (pool: pg.Pool): Database => {
  const db: Database = drizzle(pool, { schema });
  const { transact, ...how } = transactOn(pool);
  db.transaction = transact;
  provideStages(db, how);
  return db;
};

/** The pool throws a connection away on which a query failed, and with it what was left open on it. */
const executeOn =
  (pool: pg.Pool): ExecuteSql =>
  async (text, values) => {
    // Several statements without parameters answer with one result each.
    const answer: pg.QueryResult | pg.QueryResult[] = await pool.query(text, values);
    return { rows: [answer].flat().flatMap(({ rows }) => rows) };
  };

/** A session lock on a connection of its own: the server frees it when the process ends, and waiting for it has no bound. */
export async function migrateServer(url: string, folder?: string, upTo?: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // A server busy with a long statement would otherwise notice only at its end that its client has gone.
    // Not every server that speaks PostgreSQL knows it, or can do so on its system.
    await client.query("SET client_connection_check_interval = '1s'").catch(() => undefined);
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const connection = {
      run: async (statements: string) => {
        await client.query(statements);
      },
      rows: async (statement: string, parameters?: unknown[]) =>
        (await client.query(statement, parameters)).rows,
    };
    await migrate(connection, folder, upTo);
  } finally {
    await client.end();
  }
}
