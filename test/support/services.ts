import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { Redis } from 'ioredis';
import pg from 'pg';

/**
 * Real PostgreSQL and Redis for tests: `TEST_DATABASE_URL` and `TEST_REDIS_URL`, else the standard local ports.
 * A suite asks `hasPostgres` / `hasRedis` once (`describe.skipIf(!hasPostgres)`), so that a machine without them
 * reports those tests as skipped; CI fails on a skip.
 */

/** The server's address for administration (its own database is never touched), or undefined when none answers. */
const adminUrl = await findPostgres();
const redisUrl = await findRedis();

/** Whether a PostgreSQL server answered. */
export const hasPostgres = adminUrl !== undefined;
/** Whether a Redis server answered. */
export const hasRedis = redisUrl !== undefined;

/** A database of the test's own. */
export interface TestDatabase {
  url: string;
  /** Removes the database, whoever is still connected. */
  drop(): Promise<void>;
}

/** Makes an empty database named `tambay_test_<random>`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (adminUrl === undefined) throw new Error('No PostgreSQL server: ask hasPostgres first.');
  const name = `tambay_test_${randomBytes(6).toString('hex')}`;
  await runSql(adminUrl, `CREATE DATABASE ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => runSql(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** The address of Redis; tests use keys or prefixes of their own. */
export function testRedisUrl(): string {
  if (redisUrl === undefined) throw new Error('No Redis server: ask hasRedis first.');
  return redisUrl;
}

async function findPostgres(): Promise<string | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  const candidates =
    given === undefined
      ? [userInfo().username, 'postgres'].map((role) => `postgres://${role}@127.0.0.1:5432/postgres`)
      : [given];
  for (const url of candidates) {
    const works = await runSql(url, 'SELECT 1').then(
      () => true,
      () => false,
    );
    if (works) return url;
  }
  return undefined;
}

async function findRedis(): Promise<string | undefined> {
  const url = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 2_000, retryStrategy: () => null });
  // Without a listener ioredis prints the refused connection; the answer of `connect` says it already.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return url;
  } catch {
    return undefined;
  } finally {
    redis.disconnect();
  }
}

/** One statement on a connection of its own. */
export async function runSql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
