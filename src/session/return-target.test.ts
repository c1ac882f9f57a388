import { expect, it } from 'vitest';
import { rememberedPlace, returnTarget } from './return-target.ts';

it.each([
  [undefined],
  [''],
  ['//evil.test/users/0123456789ABC'],
  ['https://evil.test'],
  ['/\\evil.test'],
  ['/profile/../users/x'],
  ['/users/short'],
])('leads from %s to the profile', (next) => {
  expect(returnTarget(next)).toEqual({ to: '/profile' });
});

it('leads to the person or chat of a shared link', () => {
  expect(returnTarget('/users/0123-4567-89abc')).toEqual({
    to: '/users/$uniqueCode',
    params: { uniqueCode: '0123456789ABC' },
  });
  expect(returnTarget('/chats/0123456789ABC')).toMatchObject({ to: '/chats/$uniqueCode' });
});

it('leads to the scanner, for a code that was opened before signing in', () => {
  expect(returnTarget('/profile/scan')).toEqual({ to: '/profile/scan' });
});

it('remembers only such places', () => {
  expect(rememberedPlace('/profile/scan')).toEqual({ next: '/profile/scan' });
  expect(rememberedPlace('/chats/0123456789ABC')).toEqual({ next: '/chats/0123456789ABC' });
  expect(rememberedPlace('/profile')).toEqual({});
});
