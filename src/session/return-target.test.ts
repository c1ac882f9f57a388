import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { memoryStorage } from '../testing/memory-storage.ts';
import { keepNext, PLACES, rememberedPlace, returnTarget, takeNext } from './return-target.ts';

const ID = '01900000-0000-7000-8000-00000000000a';

it.each([
  [undefined],
  [''],
  ['//evil.test/users/0123456789ABC'],
  ['https://evil.test'],
  ['/\\evil.test'],
  ['/profile/../users/x'],
  ['/users/short'],
  ['/profile/change-password'],
  ['/posts/no-id'],
  ['/posts/no-id/update'],
  [`/posts/${ID}/info`],
  ['/chats/0123456789ABC/update'],
  ['/users/0123456789ABC/info'],
  ['/profile/settings/no-group'],
  ['/profile/add-friend/../../x?code=0123456789ABC'],
])('leads from %s to the profile, and after a sign-in to the chats', (next) => {
  expect(returnTarget(next)).toEqual({ to: '/profile' });
  expect(returnTarget(next, true)).toEqual({ to: '/profile/messages' });
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

/** What share buttons, notifications, the manifest and other members hand on. */
const HANDED_ON = [
  ...PLACES,
  '/profile/add-friend',
  '/profile/add-friend?code=0123456789ABC',
  '/users/0123456789ABC',
  '/chats/0123456789ABC',
  `/chats/0123456789ABC?message=${ID}`,
  `/posts/${ID}`,
  '/chats/0123456789ABC/info',
  '/chats/public',
  '/chats/starred',
  '/search',
  `/posts/${ID}/update`,
  '/posts/bin',
  '/posts/drafts',
  '/profile/settings',
  '/profile/settings/privacy',
  '/profile/update',
  '/moderation',
];

it.each(HANDED_ON)('remembers %s whole, and leads to a screen of the router', (address) => {
  const [path = '', query = ''] = address.split('?');
  const { next } = rememberedPlace(path, query === '' ? '' : `?${query}`);
  expect(next).toBe(address);
  const { to, ...rest } = returnTarget(next);
  expect(to).not.toBe('/profile');
  const routes = readFileSync(new URL('../routeTree.gen.ts', import.meta.url), 'utf8');
  const known = routes.slice(
    routes.indexOf('interface FileRoutesByTo'),
    routes.indexOf('interface FileRoutesById'),
  );
  expect(known).toContain(`'${to}'`);
  if (query !== '') expect(rest).toHaveProperty('search');
});

it.each(HANDED_ON)('leads from %s with a slash behind it to the same place', (address) => {
  const [path = '', query = ''] = address.split('?');
  const { next } = rememberedPlace(`${path}/`, query);
  expect(next).toBeDefined();
  expect(returnTarget(next)).toEqual(returnTarget(address));
});

it('leaves out of an address what is not followed', () => {
  expect(rememberedPlace(`/posts/${ID}`, '?x=1')).toEqual({ next: `/posts/${ID}` });
  expect(rememberedPlace('/chats/0123456789ABC', '?message=<script>')).toEqual({
    next: '/chats/0123456789ABC',
  });
  expect(returnTarget('/posts/create?draft=x')).toEqual({ to: '/posts/create' });
});

it('leads a member to what was kept, and never where another member was, however often the router asks', () => {
  vi.stubGlobal('sessionStorage', memoryStorage());
  const next = '/chats/0123456789ABC';
  keepNext(next, 'dante');
  expect([takeNext('ben', next), takeNext('ben', next)]).toEqual([undefined, undefined]);
  expect(takeNext('dante', next)).toBe(next);
  keepNext('/posts', null);
  expect(takeNext('ben')).toBe('/posts');
  expect(takeNext('ben')).toBeUndefined();
});
