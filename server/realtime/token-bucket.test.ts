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
