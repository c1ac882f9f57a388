import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutations, newId, PROTOCOL_VERSION, privateChatId, z } from '../../protocol/index.ts';
import { createBatches } from '../../server/modules/sync/batch/batches.ts';
import { push } from '../../server/modules/sync/push.ts';
import { createMemoryBuckets, createRedisBuckets } from '../../server/plugins/buckets.ts';
import { type OpenedDatabase, openPostgresDatabase } from '../../server/testing/open-database.ts';
import { World } from '../../server/testing/world.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../support/services.ts';
import { canRunRedis, createRedisServer, type RedisServer } from './support/redis-server.ts';

const REDIS_PORT = 4_291;

describe.skipIf(!(hasPostgres && canRunRedis))('a push that is charged in Redis', () => {
  let database: TestDatabase;
  let opened: OpenedDatabase;
  let redis: RedisServer;
  beforeAll(async () => {
    database = await createTestDatabase();
    opened = await openPostgresDatabase(database.url);
    redis = await createRedisServer(REDIS_PORT);
  });
  afterAll(async () => {
    await opened.close();
    await database.drop();
    await redis.dispose();
  });

  it('asks Redis once, and goes into one batch for each queue', async () => {
    const buckets = createRedisBuckets(
      redis.url,
      createMemoryBuckets(() => 0),
    );
    await buckets.ready;
    const world = new World(opened.db);
    const ana = await world.person('Ana');
    const friends = [await world.person('Ben'), await world.person('Carla')];
    for (const friend of friends) await world.befriend(ana, friend);
    const sizes: number[] = [];
    const services = {
      ...world.services,
      takeFromBucket: buckets.take,
      batches: createBatches(1, (size) => sizes.push(size)),
    };
    const { version } = mutations.sendMessage;
    const prev = new Map<string, string>();
    const sent = Array.from({ length: 40 }, (_, index) => {
      const chatId = privateChatId(ana.id, friends[index % 2]?.id ?? '');
      const [id, lane] = [newId(), `chat:${chatId}`];
      const before = prev.get(lane) ?? null;
      prev.set(lane, id);
      const args = z.json().parse(world.message(chatId, `${index}`));
      return { id, name: 'sendMessage', version, lane, prev: before, args };
    });
    const body = { protocol: PROTOCOL_VERSION, deviceId: newId(), mutations: sent };
    const answers = await push(services, ana.id, body, { error: () => undefined });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['applied']));
    expect(sizes).toEqual([40]);
    const client = new Redis(redis.url);
    const calls = /cmdstat_eval:calls=(\d+)/.exec(await client.info('commandstats'));
    client.disconnect();
    buckets.close();
    expect(Number(calls?.[1])).toBe(1);
  });
});
