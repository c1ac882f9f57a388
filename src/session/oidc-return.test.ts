import { afterEach, expect, it } from 'vitest';
import { oidcReturn } from './oidc-return.ts';

const code = 'a-Z_9b'.repeat(8).slice(0, 43);
afterEach(() => {
  oidcReturn.collect();
});

it('keeps a code for the first caller', () => {
  expect(oidcReturn.take(`#oidc=${code}`)).toBe(true);
  expect(oidcReturn.collect()).toEqual({ kind: 'code', code });
  expect(oidcReturn.collect()).toBeNull();
});

it('tells a code that is to connect an account from one that is to sign in', () => {
  expect(oidcReturn.take(`#oidc-link=${code}`)).toBe(true);
  expect(oidcReturn.collect()).toEqual({ kind: 'link', code });
});

it('keeps what went wrong, by its kind', () => {
  expect(oidcReturn.take('#oidc-error=oidc_failed')).toBe(true);
  expect(oidcReturn.collect()).toEqual({ kind: 'error', error: 'oidc_failed' });
});

it.each([
  '',
  '#',
  '#oidc=',
  '#oidc=short',
  '#oidc-link=short',
  `#oidc=${code}x`,
  '#oidc-error=made_up',
  '#oidc-error=constructor',
  `#token=${code}`,
  '#oidc=<script>alert(1)</script>',
])('finds nothing in %j', (hash) => {
  expect(oidcReturn.take(hash)).toBe(false);
  expect(oidcReturn.collect()).toBeNull();
});
