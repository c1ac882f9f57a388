import { expect, it } from 'vitest';
import { resetLink } from './reset-link.ts';

it('keeps the token of a fragment until it is forgotten', () => {
  const token = `${'a-Z_9'.repeat(8)}xyz`;
  expect(resetLink.take(`#token=${token}`)).toBe(true);
  expect(resetLink.token()).toBe(token);
  expect(resetLink.take('')).toBe(false);
  expect(resetLink.token()).toBe(token);
  resetLink.forget();
  expect(resetLink.token()).toBeNull();
});

it.each(['', '#', '#q=abcdefghijklmnopqrstuvwxyz'])('finds none in %j', (hash) => {
  expect(resetLink.take(hash)).toBe(false);
  expect([resetLink.token(), resetLink.isCutShort()]).toEqual([null, false]);
});

it.each([
  '#token=',
  '#token=short',
  `#token=${'x'.repeat(42)}`,
  `#token=${'x'.repeat(44)}`,
  '#token=<script>alert(1)</script>',
])('takes %j out of the address, and knows that it is no token', (hash) => {
  expect(resetLink.take(hash)).toBe(true);
  expect([resetLink.token(), resetLink.isCutShort()]).toEqual([null, true]);
  resetLink.forget();
  expect(resetLink.isCutShort()).toBe(false);
});
