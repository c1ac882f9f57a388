import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from '../../protocol/index.ts';
import {
  createServer,
  type OpenDatabase,
  openPostgres,
  parseConfig,
  type TambayServer,
} from '../../server/index.ts';
import { canRunPostgres, createPostgresCluster, type PostgresCluster } from './support/postgres-cluster.ts';

const PORT = 4_260;
const LIMIT_MS = 120_000;
const WAIT_OPTIONS = { timeout: 30_000, interval: 100 };
const POOL_SIZE = 3;
const ana = {
  email: 'ana@example.test',
  password: 'halo-halo sa tag-init',
  firstName: 'Ana',
  lastName: 'Reyes',
  birthDate: '1990-05-05',
};

/** An outage of the database signs nobody out (docs/threat-model.md T19): 503 with `Retry-After`, and never 401. */
describe.skipIf(!canRunPostgres)('while PostgreSQL', { timeout: LIMIT_MS }, () => {
  let cluster: PostgresCluster;
  let database: OpenDatabase;
  let server: TambayServer;
  let token: string;

  beforeAll(async () => {
    cluster = await createPostgresCluster(PORT);
    database = await openPostgres(cluster.url, POOL_SIZE);
    server = await createServer({
      config: parseConfig({ LOG_LEVEL: 'silent' }),
      database,
      takeFromBucket: async () => 0,
    });
    const registered = await server.app.inject({
      method: 'POST',
      url: '/api/v1/auth/register',
      payload: ana,
    });
    token = registered.json().data.accessToken;
  }, LIMIT_MS);
  afterAll(async () => {
    await server.close();
    await cluster.dispose();
  }, LIMIT_MS);

  const verify = (bearer = token): Promise<LightMyRequestResponse> =>
    server.app.inject({ url: '/api/v1/auth/verify', headers: { authorization: `Bearer ${bearer}` } });
  const statusesOf = (answers: LightMyRequestResponse[]) => [
    ...new Set(answers.map(({ statusCode }) => statusCode)),
  ];

  it('is down, everybody waits, and nobody is signed out', async () => {
    for (const round of [1, 2]) {
      await cluster.stopImmediately();
      const answers = await Promise.all(Array.from({ length: 100 }, () => verify()));
      expect(statusesOf(answers), `round ${round}`).toEqual([503]);
      for (const answer of answers) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      const { email, password } = ana;
      const login = await server.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { email, password },
      });
      expect(login.json()).toMatchObject({ status: 503, code: 'unavailable' });
      expect((await server.app.inject('/api/v1/health/check')).statusCode).toBe(503);
      await cluster.start();
      await vi.waitFor(async () => expect((await verify()).statusCode).toBe(200), WAIT_OPTIONS);
    }
    expect((await verify('x'.repeat(43))).statusCode).toBe(401);
  });

  it('hangs, answers come in bounded time', async () => {
    const backends = z
      .array(z.object({ pid: z.int() }))
      .parse(
        await cluster.query(
          'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL',
        ),
      );
    expect(backends.length).toBeGreaterThan(0);
    const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => {
      cluster.signal(name);
      for (const { pid } of backends) process.kill(pid, name);
    };
    signal('SIGSTOP');
    const answers = await Promise.all(Array.from({ length: POOL_SIZE + 2 }, () => verify()));
    signal('SIGCONT');
    expect(statusesOf(answers)).toEqual([503]);
    await vi.waitFor(async () => expect((await verify()).statusCode).toBe(200), WAIT_OPTIONS);
  });

  it('cuts connections, the next ones are new', async () => {
    for (let round = 0; round < 2 * POOL_SIZE; round += 1) {
      await cluster.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
      );
      await vi.waitFor(async () => expect((await verify()).statusCode).toBe(200), WAIT_OPTIONS);
    }
  });

  it('has no connection left for us, everybody waits', async () => {
    const { promise: release, resolve } = Promise.withResolvers<void>();
    const holders = Array.from({ length: POOL_SIZE }, () =>
      database.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        await release;
      }),
    );
    const answers = await Promise.all([verify(), verify()]);
    resolve();
    await Promise.all(holders);
    expect(statusesOf(answers)).toEqual([503]);
    expect((await verify()).statusCode).toBe(200);
  });
});
