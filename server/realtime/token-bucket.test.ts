import { expect, it } from 'vitest';
import { createTokenBucket } from './token-bucket.ts';

it('lets a burst through, then as much as flows in', () => {
  let now = 0;
  const take = createTokenBucket(() => now, { capacity: 3, perSecond: 2 });
  expect([take(), take(), take(), take()]).toEqual([true, true, true, false]);
  now += 500;
  expect([take(), take()]).toEqual([true, false]);
  now += 60_000;
  expect([take(), take(), take(), take()]).toEqual([true, true, true, false]);
});

it('takes nothing away when the clock is set back', () => {
  let now = 3_600_000;
  const take = createTokenBucket(() => now, { capacity: 3, perSecond: 2 });
  expect(take()).toBe(true);
  now = 0;
  expect([take(), take(), take()]).toEqual([true, true, false]);
  now += 500;
  expect(take()).toBe(true);
});
