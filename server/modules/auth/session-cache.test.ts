import { expect, it } from 'vitest';
import { createSessionCache } from './session-cache.ts';

const clockAt = (now: () => number) => ({ now: () => new Date(now()) });
const ana = { id: 'session', userId: 'ana', isSuspended: false };

it('remembers a living session for less than a second', async () => {
  let [at, lookUps] = [0, 0];
  const cache = createSessionCache(clockAt(() => at));
  const find = async () => {
    lookUps += 1;
    return ana;
  };
  for (at of [0, 300, 899]) expect(await cache.get('token', find)).toBe(ana);
  expect(lookUps).toBe(1);
  at = 900;
  await cache.get('token', find);
  expect(lookUps).toBe(2);
});

it('asks again for a session that is suspended, dead, or was cleared', async () => {
  const cache = createSessionCache(clockAt(() => 0));
  const answers = [{ ...ana, isSuspended: true }, null, ana, null];
  const find = async () => answers.shift() ?? null;
  const seen = [1, 2, 3].map(() => cache.get('token', find));
  expect(await Promise.all(seen)).toEqual([{ ...ana, isSuspended: true }, null, ana]);
  expect(await cache.get('token', find)).toBe(ana);
  cache.clear();
  expect(await cache.get('token', find)).toBeNull();
});

it('does not remember what was looked up before a session ended', async () => {
  const cache = createSessionCache(clockAt(() => 0));
  const slow = Promise.withResolvers<typeof ana>();
  const early = cache.get('token', () => slow.promise);
  cache.clear();
  slow.resolve(ana);
  expect(await early).toBe(ana);
  expect(await cache.get('token', async () => null)).toBeNull();
});
