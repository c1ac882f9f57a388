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
  ['/profile/account'],
  ['/posts/create?draft=01900000-0000-7000-8000-00000000000a'],
  ['/profile/add-friend/../../x?code=0123456789ABC'],
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

it.each(['/posts/create', '/profile/messages', '/profile/outbox', '/profile/add-friend'])(
  'leads to %s, where a shortcut of the app leads',
  (path) => {
    expect(rememberedPlace(path)).toEqual({ next: path });
    expect(returnTarget(path)).toEqual({ to: path });
  },
);

it.each(['web+tambay:0123456789abc', 'web+tambay://0123-4567-89abc', '0123456789ABC'])(
  'keeps the code of the link %s, and nothing else of its address',
  (link) => {
    const query = `?draft=x&code=${encodeURIComponent(link)}&next=https://evil.test`;
    const { next } = rememberedPlace('/profile/add-friend', query);
    expect(next).toBe('/profile/add-friend?code=0123456789ABC');
    const target = { to: '/profile/add-friend', search: { code: '0123456789ABC' } };
    expect(returnTarget(next)).toEqual(target);
    expect(returnTarget(`/profile/add-friend${query}`)).toEqual(target);
  },
);

it('keeps no code that is none', () => {
  const query = `?code=${encodeURIComponent('web+tambay:javascript:alert(1)')}`;
  expect(rememberedPlace('/profile/add-friend', query)).toEqual({ next: '/profile/add-friend' });
  expect(returnTarget(`/profile/add-friend${query}`)).toEqual({ to: '/profile/add-friend' });
});

it('remembers only such places', () => {
  expect(rememberedPlace('/profile/scan')).toEqual({ next: '/profile/scan' });
  expect(rememberedPlace('/chats/0123456789ABC')).toEqual({ next: '/chats/0123456789ABC' });
  expect(rememberedPlace('/profile')).toEqual({});
  expect(rememberedPlace('/posts/create', '?draft=x')).toEqual({ next: '/posts/create' });
});
