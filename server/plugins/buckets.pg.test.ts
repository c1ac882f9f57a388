import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { hasRedis, testRedisUrl } from '../../test/support/services.ts';
import { createMemoryBuckets, createRedisBuckets, type SeriesItem, takeInSeries } from './buckets.ts';

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

  it('take for many in one go what they take one by one, and leave the same', async () => {
    const [node] = nodes;
    await node?.ready;
    const take = node?.take;
    if (!take) throw new Error('There is a node.');
    const oneByOne = Object.assign((...what: Parameters<typeof take>) => take(...what), {});
    // They fill so slowly that the time between two runs changes nothing.
    const limits = [1, 3, 8].map((burst) => ({ burst, refillMs: 10_000_000 }));
    const anyTake = fc.record({ limit: fc.nat({ max: 2 }), cost: fc.integer({ min: 1, max: 3 }) });
    const anyItem = fc.record({
      takes: fc.array(anyTake, { minLength: 1, maxLength: 3 }),
      after: fc.option(fc.nat({ max: 11 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyItem, { minLength: 1, maxLength: 12 }), async (drawn) => {
        const run = async (how: typeof take) => {
          const prefix = `test:${randomBytes(8).toString('hex')}`;
          const takes = (some: { limit: number; cost: number }[]): SeriesItem['takes'] =>
            some.flatMap(({ limit, cost }) => {
              const bucket = limits[limit];
              return bucket ? [{ kind: 'account', key: `${prefix}:${limit}`, bucket, cost }] : [];
            });
          const items = drawn.map((one, index) => ({
            id: `${index}`,
            after: one.after === null ? null : `${one.after}`,
            takes: takes(one.takes),
          }));
          const waits = await takeInSeries(how, items);
          const left = [];
          for (const [index, bucket] of limits.entries())
            left.push(
              await take('account', `${prefix}:${index}`, bucket, { isPeek: true, cost: bucket.burst }),
            );
          return [...waits, ...left].map((wait) => (wait === null ? null : Math.round(wait / 100_000)));
        };
        const expected = await run(oneByOne);
        expect(await run(take)).toEqual(expected);
      }),
      { seed: 31, numRuns: 60 },
    );
  });
});

it('takes for many node by node, too, while Redis does not answer', async () => {
  const node = createRedisBuckets(
    'redis://127.0.0.1:9',
    createMemoryBuckets(() => 0),
  );
  const takes = [{ kind: 'account', key: 'a', bucket: { burst: 2, refillMs: 1_000 }, cost: 1 }] as const;
  const items = [1, 2, 3, 4].map((n) => ({ id: `${n}`, after: n === 1 ? null : `${n - 1}`, takes }));
  expect(await takeInSeries(node.take, items)).toEqual([0, 0, 1_000, null]);
  node.close();
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
