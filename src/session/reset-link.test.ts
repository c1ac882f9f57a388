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

it.each([
  '',
  '#',
  '#token=',
  '#token=short',
  `#token=${'x'.repeat(42)}`,
  `#token=${'x'.repeat(44)}`,
  '#q=abcdefghijklmnopqrstuvwxyz',
  '#token=<script>alert(1)</script>',
])('finds none in %j', (hash) => {
  expect(resetLink.take(hash)).toBe(false);
  expect(resetLink.token()).toBeNull();
});
