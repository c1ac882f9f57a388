import { expect, it } from 'vitest';
import { createPasswordHasher } from './password-hash.ts';

it('matches exactly what was typed, without cutting it short', async () => {
  const hasher = createPasswordHasher();
  const long = await hasher.hash('p'.repeat(73));
  expect(await hasher.matches(long, 'p'.repeat(73))).toBe(true);
  expect(await hasher.matches(long, 'p'.repeat(72))).toBe(false);
  expect(await hasher.matches(long, ` ${'p'.repeat(73)}`)).toBe(false);
  expect(long).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

it('compares even when there is no account, and never matches', async () => {
  const hasher = createPasswordHasher();
  expect(await hasher.matches(null, 'no account has this password')).toBe(false);
  expect(hasher.comparedCount()).toBe(1);
});

it('refuses what its queue cannot hold, and recovers', async () => {
  const hasher = createPasswordHasher(1);
  const flood = await Promise.allSettled(Array.from({ length: 40 }, () => hasher.hash('halo-halo')));
  expect(flood.filter(({ status }) => status === 'fulfilled')).toHaveLength(33);
  const refused = flood.find((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({ kind: 'unavailable' });
  expect(await hasher.hash('halo-halo')).toContain('argon2id');
});
