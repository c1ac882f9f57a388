import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryBuckets } from './buckets.ts';

const bucket = fc.record({
  burst: fc.integer({ min: 1, max: 20 }),
  refillMs: fc.integer({ min: 1, max: 5_000 }),
});
const pauses = fc.array(fc.integer({ min: 0, max: 8_000 }), { maxLength: 200 });

/** What a bucket is: it holds `burst`, loses one at each use and gains one every `refillMs`. */
const createModel = ({ burst, refillMs }: { burst: number; refillMs: number }) => {
  let content = burst;
  let filledAt = 0;
  return (now: number): boolean => {
    content = Math.min(burst, content + (now - filledAt) / refillMs);
    filledAt = now;
    // Adding up fractions of a use costs the last digits.
    if (content < 1 - 1e-9) return false;
    content -= 1;
    return true;
  };
};

describe('a bucket', () => {
  it('lets through exactly what it holds, at any rhythm', async () => {
    await fc.assert(
      fc.asyncProperty(bucket, pauses, async (limit, rhythm) => {
        let now = 0;
        const take = createMemoryBuckets(() => now);
        const model = createModel(limit);
        for (const pause of rhythm) {
          now += pause;
          expect((await take('address', 'a', limit)) === 0).toBe(model(now));
        }
      }),
    );
  });

  it('says exactly how long to wait, and refused tries cost nothing', async () => {
    let now = 1_000_000;
    const take = createMemoryBuckets(() => now);
    const limit = { burst: 5, refillMs: 180_000 };
    for (let use = 0; use < 5; use += 1) expect(await take('address', 'a', limit)).toBe(0);
    for (let use = 0; use < 50; use += 1) expect(await take('address', 'a', limit)).toBe(180_000);
    now += 179_999;
    expect(await take('address', 'a', limit)).toBe(1);
    now += 1;
    expect(await take('address', 'a', limit)).toBe(0);
    expect(await take('address', 'a', limit)).toBe(180_000);
  });

  it('asks for no longer wait than an empty bucket when the clock is set back', async () => {
    let now = 3_600_000;
    const take = createMemoryBuckets(() => now);
    const limit = { burst: 5, refillMs: 1_000 };
    expect(await take('account', 'a', limit)).toBe(0);
    now = 0;
    expect(await take('account', 'a', limit)).toBe(1_000);
    now = 5_000;
    for (let use = 0; use < 5; use += 1) expect(await take('account', 'a', limit)).toBe(0);
  });

  it('takes as much as the work costs', async () => {
    let now = 0;
    const take = createMemoryBuckets(() => now);
    const limit = { burst: 600, refillMs: 1_000 };
    for (let picture = 0; picture < 12; picture += 1)
      expect(await take('account', 'a', limit, { cost: 49 })).toBe(0);
    expect(await take('account', 'a', limit, { cost: 49 })).toBe(37_000);
    expect(await take('account', 'a', limit, { cost: 12 })).toBe(0);
    now += 49_000;
    expect(await take('account', 'a', limit, { cost: 49 })).toBe(0);
  });

  it('is of one key alone', async () => {
    const take = createMemoryBuckets(() => 0);
    const limit = { burst: 1, refillMs: 1_000 };
    expect([
      await take('address', 'a', limit),
      await take('address', 'b', limit),
      await take('address', 'a', limit),
    ]).toEqual([0, 0, 1_000]);
  });

  it('of an account survives any number of addresses', async () => {
    const take = createMemoryBuckets(() => 0);
    const limit = { burst: 1, refillMs: 1_000 };
    expect(await take('account', 'a', limit)).toBe(0);
    for (let index = 0; index < 100_001; index += 1) await take('address', String(index), limit);
    expect(await take('account', 'a', limit)).toBe(1_000);
  });

  it('that is full again makes room before one that is not', async () => {
    let now = 0;
    const take = createMemoryBuckets(() => now);
    const slow = { burst: 1, refillMs: 1_000_000 };
    const quick = { burst: 1, refillMs: 1 };
    expect(await take('address', 'a', slow)).toBe(0);
    for (let index = 0; index < 100_001; index += 1) {
      now += 1;
      await take('address', String(index), quick);
    }
    expect(await take('address', 'a', slow)).toBeGreaterThan(0);
  });

  it('tells what a take would answer without taking', async () => {
    const take = createMemoryBuckets(() => 0);
    const limit = { burst: 1, refillMs: 1_000 };
    const peek = () => take('address', 'a', limit, { isPeek: true });
    expect([await peek(), await peek(), await take('address', 'a', limit), await peek()]).toEqual([
      0, 0, 0, 1_000,
    ]);
  });
});
