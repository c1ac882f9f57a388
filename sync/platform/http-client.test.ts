import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { HTTPError, NetworkError } from 'ky';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ErrorKind, errorKinds, ProtocolError } from '../../protocol/index.ts';
import { callerHeaders } from '../transport/caller-headers.ts';
import { createHttpClient } from './http-client.ts';
import { createHttpPort } from './http-port.ts';
import { IDLE_MS } from './idle-timeout.ts';

let server: Server | undefined;
afterEach(async () => {
  vi.useRealTimers();
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve)));
  server = undefined;
});

/** @returns the address of a server that answers so */
const serve = async (answer: RequestListener): Promise<string> => {
  const made = createServer(answer);
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const address = made.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return `http://127.0.0.1:${address.port}`;
};

const clientOf = async (answer: RequestListener) => createHttpClient({ baseUrl: await serve(answer) });

const json = (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener => {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
};

const ours = (code: ErrorKind) => ({ status: errorKinds[code].status, code, message: 'm', requestId: 'r' });

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'it succeeded',
    (error: unknown) => error,
  );

describe('a call of the HTTP client', () => {
  it('goes to the path below the base address, in JSON, with its headers, past every cache', async () => {
    const seen: { request: IncomingMessage; body: string }[] = [];
    const baseUrl = await serve(async (request, response) => {
      seen.push({ request, body: (await buffer(request)).toString() });
      response.end('{"data":1}');
    });
    const client = createHttpClient({ baseUrl: `${baseUrl}/` });
    const answer = client('/api/v1/x?a=b', {
      method: 'POST',
      headers: callerHeaders('t', 'u'),
      json: { a: 1 },
    });
    expect(await answer.json()).toEqual({ data: 1 });
    expect(seen.map(({ request: { method, url }, body }) => [method, url, body])).toEqual([
      ['POST', '/api/v1/x?a=b', '{"a":1}'],
    ]);
    expect(seen[0]?.request.headers).toMatchObject({
      accept: 'application/json',
      authorization: 'Bearer t',
      'x-acting-user': 'u',
      'content-type': 'application/json',
      'cache-control': 'no-cache',
    });
  });

  it('carries no cookie, and no acting user or body that was not given', async () => {
    const requests: Request[] = [];
    const client = createHttpClient({
      baseUrl: 'https://tambay.example',
      fetch: async (input, init) => {
        requests.push(new Request(input, init));
        return new Response('{}');
      },
    });
    await client('/api/v1/x', { headers: callerHeaders('t') }).json();
    const [sent] = requests;
    expect([sent?.url, sent?.credentials, sent?.cache, sent?.body]).toEqual([
      'https://tambay.example/api/v1/x',
      'omit',
      'no-store',
      null,
    ]);
    expect(Object.fromEntries(sent?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer t',
    });
  });

  it('is not retried: the engine does that', async () => {
    let calls = 0;
    const client = await clientOf((request, response) => {
      calls += 1;
      json(503, ours('unavailable'))(request, response);
    });
    await failureOf(client('/x'));
    expect(calls).toBe(1);
  });

  it("rejects with our server's own error, and how long to wait", async () => {
    const client = await clientOf(json(429, ours('rate_limited'), { 'retry-after': '7' }));
    const error = await failureOf(client('/x'));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ kind: 'rate_limited', message: 'm', retryAfterMs: 7_000 });
  });

  it.each([
    ['an error body whose status disagrees', json(502, ours('session_dead'))],
    ['an error body of an unknown kind', json(401, { ...ours('session_dead'), code: 'new_kind' })],
    [
      "a proxy's page",
      (_: unknown, response: Parameters<RequestListener>[1]) => response.writeHead(502).end('<html>'),
    ],
  ])('does not take %s for our server', async (_, answer) => {
    const client = await clientOf(answer);
    expect(await failureOf(client('/x'))).toBeInstanceOf(HTTPError);
  });

  it("reads a portal's page as no JSON", async () => {
    const client = await clientOf((_, response) => response.end('<html>Welcome</html>'));
    expect(await client('/x').json()).toBeUndefined();
  });

  it('rejects when there is no network, when the answer breaks off and when it is aborted', async () => {
    const baseUrl = await serve((request, response) => {
      if (request.url === '/silent') return;
      response.writeHead(200, { 'content-length': '100' }).write('{"a":', () => response.destroy());
    });
    const client = createHttpClient({ baseUrl });
    expect(await failureOf(client('/half').json())).toBeInstanceOf(TypeError);
    const stop = new AbortController();
    const aborted = failureOf(client('/silent', { signal: stop.signal }));
    stop.abort();
    expect(await aborted).toMatchObject({ name: 'AbortError' });
    const nowhere = createHttpClient({ baseUrl: 'http://127.0.0.1:1' });
    expect(await failureOf(nowhere('/x'))).toBeInstanceOf(NetworkError);
  });
});

describe('silence', () => {
  /** Only the timers of this process: those of the sockets go on. */
  const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  it('[PU5] ends no answer whose parts keep coming', async () => {
    const parts = ['{"a":', '"\u00f1', '"}'];
    let send: (() => void) | undefined;
    const client = await clientOf((_, response) => {
      send = () => {
        const part = parts.shift();
        if (part === undefined) response.end();
        else response.write(part);
      };
      response.flushHeaders();
    });
    fakeTimers();
    const { body } = await client('/x');
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let sent = 0; sent < 4; sent += 1) {
      await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
      send?.();
      text += (await reader?.read())?.value ?? '';
    }
    expect(JSON.parse(text)).toEqual({ a: 'ñ' });
  });

  it('[PU5] ends an answer that stops in the middle', async () => {
    const client = await clientOf((_, response) => {
      response.writeHead(200).write('{"a":');
    });
    fakeTimers();
    const { body } = await client('/x');
    const reader = body?.getReader();
    await reader?.read();
    const next = failureOf(reader?.read() ?? Promise.resolve());
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(await next).toMatchObject({ name: 'TimeoutError' });
  });

  it('[PU5] ends a call that is never answered, also for the engine', async () => {
    let isAsked = false;
    const client = await clientOf(() => {
      isAsked = true;
    });
    fakeTimers();
    const { signal } = new AbortController();
    const answer = failureOf(createHttpPort(client).send({ method: 'GET', path: '/x', headers: {}, signal }));
    while (!isAsked) await setImmediate();
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(await answer).toMatchObject({ name: 'TimeoutError' });
  });
});

describe('a call that somebody waits for', () => {
  it('ends in time, even when parts keep coming', async () => {
    const { readable, writable } = new TransformStream<Uint8Array>();
    const parts = writable.getWriter();
    vi.useFakeTimers();
    const client = createHttpClient({
      baseUrl: 'https://tambay.example',
      fetch: async () => new Response(readable),
      totalMs: 15_000,
    });
    const answer = failureOf(client('/x').json());
    await vi.advanceTimersByTimeAsync(14_999);
    void parts.write(Uint8Array.of(0x5b)).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toMatchObject({ name: 'TimeoutError' });
  });
});

describe("the engine's port", () => {
  const send = async (answer: RequestListener) =>
    createHttpPort(await clientOf(answer)).send({
      method: 'POST',
      path: '/api/v1/x',
      headers: {},
      body: { a: 1 },
      signal: new AbortController().signal,
    });

  it('[PU5] takes any status for an answer', async () => {
    expect(await send(json(503, { code: 'x' }, { 'retry-after': '7' }))).toEqual({
      status: 503,
      json: { code: 'x' },
      retryAfterMs: 7_000,
    });
  });

  it("[PU5] sees a portal's page as no JSON", async () => {
    expect(await send((_, response) => response.end('<html>Welcome</html>'))).toEqual({
      status: 200,
      json: undefined,
      retryAfterMs: undefined,
    });
  });

  it('[PU5] rejects when no whole answer came', async () => {
    const halved: RequestListener = (_, response) =>
      response.writeHead(503, { 'content-length': '100' }).write('{"a":', () => response.destroy());
    await expect(send(halved)).rejects.toBeInstanceOf(TypeError);
  });
});
