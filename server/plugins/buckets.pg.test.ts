import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { hasRedis, testRedisUrl } from '../../test/support/services.ts';
import { createMemoryBuckets, createRedisBuckets } from './buckets.ts';

const never = async (): Promise<number> => {
  throw new Error('Redis has not answered.');
};

describe.skipIf(!hasRedis)('buckets in Redis', () => {
  const nodes = hasRedis ? [1, 2].map(() => createRedisBuckets(testRedisUrl(), never)) : [];
  afterAll(() => {
    for (const { close } of nodes) close();
  });

  it('hold one burst for all nodes together', async () => {
    const limit = { burst: 10, refillMs: 60_000 };
    const key = `test:${randomBytes(8).toString('hex')}`;
    await Promise.all(nodes.map(({ ready }) => ready));
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, index) => nodes[index % nodes.length]?.take('address', key, limit)),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    for (const wait of waits.filter((value) => value !== 0)) {
      expect(wait).toBeGreaterThan(50_000);
      expect(wait).toBeLessThanOrEqual(60_000);
    }
  });

  it('tell what a take would answer without taking, and keep kinds apart', async () => {
    const limit = { burst: 1, refillMs: 60_000 };
    const key = `test:${randomBytes(8).toString('hex')}`;
    const [node] = nodes;
    await node?.ready;
    const peek = () => node?.take('address', key, limit, { isPeek: true });
    expect([await peek(), await node?.take('address', key, limit)]).toEqual([0, 0]);
    expect(await peek()).toBeGreaterThan(50_000);
    expect(await node?.take('account', key, limit)).toBe(0);
  });

  it('ask for no longer wait than an empty bucket when the clock of Redis was set back', async () => {
    const limit = { burst: 2, refillMs: 60_000 };
    const key = `test:${randomBytes(8).toString('hex')}`;
    const [node] = nodes;
    await node?.ready;
    const redis = new Redis(testRedisUrl());
    // What a clock that was an hour fast has left.
    await redis.set(`tambay:limit:address:${key}`, Date.now() + 60 * 60_000, 'PX', 60 * 60_000);
    expect(await node?.take('address', key, limit)).toBe(60_000);
    // It fills again from now on.
    expect(Number(await redis.get(`tambay:limit:address:${key}`))).toBeLessThanOrEqual(Date.now() + 120_000);
    redis.disconnect();
  });

  it('take as much as the work costs', async () => {
    const limit = { burst: 600, refillMs: 60_000 };
    const key = `test:${randomBytes(8).toString('hex')}`;
    const [node] = nodes;
    await node?.ready;
    for (let picture = 0; picture < 12; picture += 1)
      expect(await node?.take('account', key, limit, { cost: 49 })).toBe(0);
    expect(await node?.take('account', key, limit, { cost: 49 })).toBeGreaterThan(36 * 60_000);
    expect(await node?.take('account', key, limit, { cost: 12 })).toBe(0);
  });
});

it('still limits, node by node, while Redis does not answer', async () => {
  // Nothing listens on the discard port.
  const node = createRedisBuckets(
    'redis://127.0.0.1:9',
    createMemoryBuckets(() => 0),
  );
  const limit = { burst: 2, refillMs: 1_000 };
  const waits = [
    await node.take('address', 'a', limit),
    await node.take('address', 'a', limit),
    await node.take('address', 'a', limit),
  ];
  expect(waits).toEqual([0, 0, 1_000]);
  node.close();
});
