import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttpClient } from '../../sync/http.ts';
import { answerEarlyCall } from './early-call.ts';

const LOGIN = '/api/v1/auth/login';
const URL_OF_LOGIN = `https://tambay.test${LOGIN}`;

let sent: unknown[];
const send: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  sent.push([request.url, await request.text()]);
  return new Response('of the app');
};
const client = createHttpClient({ baseUrl: 'https://tambay.test', fetch: send }).extend({
  hooks: { beforeRequest: [answerEarlyCall] },
});
const page: Pick<Window, 'tambayEarlyCall'> = {};
const cancel = vi.fn();
const callEarly = (answer: Promise<Response>): void => {
  answer.catch(() => undefined);
  page.tambayEarlyCall = { url: URL_OF_LOGIN, body: '{"a":1}', answer, cancel };
};
const ask = (path: string, json: unknown): Promise<string> => client.post(path, { json }).text();

beforeEach(() => {
  sent = [];
  cancel.mockReset();
  delete page.tambayEarlyCall;
  vi.stubGlobal('window', page);
});
afterEach(() => vi.unstubAllGlobals());

describe('a call that was made before the app came', () => {
  it('answers the same call of the app, once', async () => {
    callEarly(Promise.resolve(new Response('early')));
    expect(await ask(LOGIN, { a: 1 })).toBe('early');
    expect(sent).toEqual([]);
    expect(await ask(LOGIN, { a: 1 })).toBe('of the app');
  });

  it('is cancelled when other words were written meanwhile', async () => {
    callEarly(Promise.resolve(new Response('early')));
    expect(await ask(LOGIN, { a: 2 })).toBe('of the app');
    expect(cancel).toHaveBeenCalledOnce();
    expect(await ask(LOGIN, { a: 1 })).toBe('of the app');
  });

  it('is made again when it failed', async () => {
    callEarly(Promise.reject(new TypeError('Failed to fetch')));
    expect(await ask(LOGIN, { a: 1 })).toBe('of the app');
    expect(sent).toEqual([[URL_OF_LOGIN, '{"a":1}']]);
  });

  it('is left alone by every other call', async () => {
    callEarly(Promise.resolve(new Response('early')));
    expect(await ask('/api/v1/health/check', { a: 1 })).toBe('of the app');
    expect(await ask(LOGIN, { a: 1 })).toBe('early');
  });
});
