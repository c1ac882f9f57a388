import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutations, newId, PROTOCOL_VERSION } from '../../protocol/index.ts';
import type { OpenDatabase } from '../../server/db/database.ts';
import { openPostgres } from '../../server/db/open-postgres.ts';
import { createSession } from '../../server/modules/auth/sessions.ts';
import { World } from '../../server/testing/world.ts';
import { listen } from '../security/sockets.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../support/services.ts';
import { seedAuthors } from './people.ts';
import { canRunRedis, createRedisServer, type RedisServer } from './support/redis-server.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';
import type { Author } from './writer.ts';

const PORTS = { nodes: [4_370, 4_371, 4_372], redis: 4_373 };
const LIMIT_MS = 240_000;
const ROUNDS = 4;
/** After which an ended session opens nothing any more, on any node. */
const DEAD_WITHIN_MS = { withRedis: 1_000, without: 2_000 };
const PROBE_EVERY_MS = 40;

describe.skipIf(!(hasPostgres && canRunRedis))('three nodes under load', { timeout: LIMIT_MS }, () => {
  let database: TestDatabase;
  let redis: RedisServer;
  let directory: string;
  let opened: OpenDatabase;
  let nodes: ServerProcess[];
  let authors: Author[];

  beforeAll(async () => {
    database = await createTestDatabase();
    directory = await mkdtemp(join(tmpdir(), 'tambay-revocation-'));
    redis = await createRedisServer(PORTS.redis);
    opened = await openPostgres(database.url);
    authors = await seedAuthors(opened.db, 6);
    const settings = { DATA_DIR: directory, DATABASE_URL: database.url, REDIS_URL: redis.url };
    nodes = await Promise.all(PORTS.nodes.map((port) => startServer(port, settings)));
  }, LIMIT_MS);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    await opened.close();
    await redis.dispose();
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  const ask = async (node: ServerProcess, path: string, token: string, body?: object): Promise<number> => {
    const answer = await fetch(`${node.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await answer.body?.cancel();
    return answer.status;
  };

  /** Members write on all nodes until it is told to end. @returns how often each status came */
  const startLoad = () => {
    let isOpen = true;
    const statuses = new Map<number, number>();
    const { version } = mutations.sendMessage;
    const write = async ({ token, chatId }: Author, node: ServerProcess): Promise<void> => {
      while (isOpen) {
        const args = { id: newId(), chatId, content: 'Tuloy', writtenAt: new Date().toISOString() };
        const sent = [{ id: newId(), name: 'sendMessage', version, lane: newId(), prev: null, args }];
        const body = { protocol: PROTOCOL_VERSION, deviceId: newId(), mutations: sent };
        const status = await ask(node, '/sync/push', token, body);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await delay(20);
      }
    };
    const writing = authors.flatMap((author, index) => {
      const node = nodes[index % nodes.length];
      return node ? [write(author, node)] : [];
    });
    return async () => {
      isOpen = false;
      await Promise.all(writing);
      return statuses;
    };
  };

  /**
   * Ends a session on one node while it is used on all. @returns how many requests each node answered before, and what it
   * answers to one that begins after the time
   */
  const revoke = async (round: number, withinMs: number, token: string) => {
    const [ending] = nodes.slice(round % nodes.length);
    if (!ending) throw new Error('There is a node.');
    const probe = async (node: ServerProcess): Promise<number> => {
      for (let answered = 0; ; answered += 1) {
        if ((await ask(node, '/auth/verify', token)) !== 200) return answered;
        await delay(PROBE_EVERY_MS);
      }
    };
    const probes = Promise.all(nodes.map(probe));
    await delay(500);
    expect(await ask(ending, '/auth/logout', token, {})).toBe(200);
    await delay(withinMs);
    const after = await Promise.all(nodes.map((node) => ask(node, '/auth/verify', token)));
    return { before: await probes, after };
  };
  const tokenOf = async (): Promise<string> => {
    const person = await new World(opened.db).person();
    return (await createSession(opened.db, person.id, 'A test', new Date())).accessToken;
  };

  it(`refuse an ended session within ${DEAD_WITHIN_MS.withRedis} ms, and its sockets are cut`, async () => {
    const endLoad = startLoad();
    for (let round = 0; round < ROUNDS; round += 1) {
      const token = await tokenOf();
      const listeners = nodes.map((node) => listen(node.url, token));
      await Promise.all(listeners.map(({ ready }) => ready));
      const { before, after } = await revoke(round, DEAD_WITHIN_MS.withRedis, token);
      for (const count of before) expect(count).toBeGreaterThan(0);
      expect(after).toEqual([401, 401, 401]);
      await Promise.all(listeners.map(({ cut }) => cut));
    }
    const statuses = await endLoad();
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(authors.length);
  });

  it(`refuse it within ${DEAD_WITHIN_MS.without} ms while Redis is away`, async () => {
    const endLoad = startLoad();
    await redis.kill();
    const { before, after } = await revoke(0, DEAD_WITHIN_MS.without, await tokenOf());
    for (const count of before) expect(count).toBeGreaterThan(0);
    expect(after).toEqual([401, 401, 401]);
    await redis.start();
    await endLoad();
  });
});
