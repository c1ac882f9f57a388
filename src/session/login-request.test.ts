import { expect, it, vi } from 'vitest';
import { answerLoginRequest, readLoginRequest } from './login-request.ts';

const SHOP = 'https://shop.example.org';
const opener = () => ({ postMessage: vi.fn() });
const ask = (value: string, more = '') =>
  readLoginRequest(`?loginRequestFrom=${encodeURIComponent(value)}${more}`, opener(), false);

it('reads one exact origin and the state', () => {
  expect(ask(SHOP, '&state=a%20b')).toMatchObject({ origin: SHOP, state: 'a b' });
  expect(ask('http://localhost:4000')?.origin).toBe('http://localhost:4000');
  expect(readLoginRequest('?next=/chats/x', opener(), false)).toBeNull();
});

it.each([
  'null',
  '',
  'http://shop.example.org',
  'https://shop.example.org@evil.test',
  'https://shop.example.org/',
  'https://SHOP.example.org',
  'https://shop.example.org:443',
  'https://shop.example.org:443/../',
  '//evil.test',
  'javascript:alert(1)',
  'data:text/html,x',
  ' https://shop.example.org',
  '*',
])('takes %j for no origin', (value) => {
  expect(ask(value)).toMatchObject({ origin: null });
});

it('takes a doubled parameter for no origin', () => {
  expect(ask(SHOP, `&loginRequestFrom=${SHOP}`)?.origin).toBeNull();
});

it('answers in no frame, and only the origin that the token was made for', () => {
  const [framed, asking] = [opener(), opener()];
  const search = `?loginRequestFrom=${SHOP}&state=7`;
  const inFrame = readLoginRequest(search, framed, true);
  const inWindow = readLoginRequest(search, asking, false);
  if (!inFrame || !inWindow) throw new Error('nothing was asked');
  answerLoginRequest(inFrame, { token: 't', origin: SHOP });
  answerLoginRequest(inWindow, { token: 't', origin: 'https://evil.test' });
  expect(framed.postMessage).not.toHaveBeenCalled();
  expect(asking.postMessage).not.toHaveBeenCalled();
  answerLoginRequest(inWindow, { token: 't', origin: SHOP });
  expect(asking.postMessage.mock.calls).toEqual([
    [{ type: 'login', token: 't', state: '7' }, { targetOrigin: SHOP }],
  ]);
});
