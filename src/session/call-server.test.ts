import { describe, expect, it } from 'vitest';
import { type ErrorKind, errorKinds, one, z } from '../../protocol/index.ts';
import { createHttpClient } from '../../sync/http.ts';
import { type CallFailures, createCallServer } from './call-server.ts';
import { createFileApi } from './file-api.ts';

const clientWith = (answer: (request: Request) => Response | Promise<Response>) =>
  createHttpClient({
    baseUrl: 'https://tambay.example',
    fetch: async (input, init) => answer(new Request(input, init)),
  });

const IGNORED: CallFailures = { onSessionDead: () => undefined, onFailed: () => undefined };

const schema = one(z.object({ name: z.string() }));
const callWith = (answer: Parameters<typeof clientWith>[0]) =>
  createCallServer(
    clientWith(answer),
    () => 'fil',
    IGNORED,
  )(schema, {
    method: 'GET',
    path: '/x',
    token: 't',
  });

const saying = (code: ErrorKind, status: number = errorKinds[code].status): Response =>
  Response.json({ status, code, message: 'm', requestId: 'r' }, { status });

describe('a call of the session', () => {
  it('is done when the answer fits the protocol', async () => {
    const answer = await callWith(() => Response.json({ data: { name: 'Ana' } }));
    expect(answer).toEqual({ kind: 'done', data: { name: 'Ana' } });
  });

  it('is refused in the words of our server alone', async () => {
    const answer = await callWith(() => saying('session_dead'));
    expect(answer).toMatchObject({ kind: 'refused', error: { kind: 'session_dead', message: 'm' } });
  });

  it('tells of a dead session with the token that it was, and of nothing else', async () => {
    const dead: string[] = [];
    const call = (answer: Parameters<typeof clientWith>[0], token?: string) =>
      createCallServer(clientWith(answer), () => 'fil', {
        ...IGNORED,
        onSessionDead: (one) => dead.push(one),
      })(schema, {
        ...{ method: 'GET', path: '/x' },
        ...(token === undefined ? {} : { token }),
      });
    await call(() => saying('session_dead'), 'one');
    await call(() => saying('session_dead'));
    await call(() => saying('rate_limited'), 'two');
    await call(() => Response.json({ error: 'login to WiFi' }, { status: 401 }), 'three');
    expect(dead).toEqual(['one']);
  });

  it('reports every failure but that of a dead session and of a quiet call', async () => {
    const failed: (string | null)[] = [];
    const onFailed: CallFailures['onFailed'] = (error) => failed.push(error?.code ?? null);
    const call = (answer: Response, isQuiet: boolean, token = 't') =>
      createCallServer(
        clientWith(() => answer),
        () => 'fil',
        { ...IGNORED, onFailed },
      )(schema, { method: 'GET', path: '/x', token, isQuiet });
    await call(saying('not_found'), false);
    await call(new Response('<html>', { status: 502 }), false);
    await call(saying('rate_limited'), true);
    await call(saying('session_dead'), false);
    await call(Response.json({ data: { name: 'Ana' } }), false);
    expect(failed).toEqual(['not_found', null]);
  });

  it.each([
    ['no network', () => Promise.reject(new TypeError('fetch failed'))],
    ["a portal's page", () => new Response('<html>Welcome</html>')],
    ['JSON that does not fit', () => Response.json({ data: {} })],
    ["a proxy's 502", () => new Response('<html>', { status: 502 })],
    ['a 401 that is not ours', () => Response.json({ error: 'login to WiFi' }, { status: 401 })],
    ['an error whose status disagrees', () => saying('session_dead', 500)],
  ])('finds nobody of ours behind %s', async (_, answer) => {
    expect(await callWith(answer)).toEqual({ kind: 'unreachable' });
  });

  it("names the reader's language and the token, and carries no cookie", async () => {
    const seen: Request[] = [];
    await callWith((request) => {
      seen.push(request);
      return Response.json({});
    });
    expect(seen.map(({ url, credentials }) => [url, credentials])).toEqual([
      ['https://tambay.example/api/v1/x', 'omit'],
    ]);
    expect(Object.fromEntries(seen[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      'accept-language': 'fil',
      authorization: 'Bearer t',
    });
  });

  it('sends a form as a form, and the cookie where it is asked to', async () => {
    const form = new FormData();
    form.append('file', new Blob(['abc']), 'picture');
    const seen: (string | null)[] = [];
    const http = clientWith(async (request) => {
      const file = (await request.formData()).get('file');
      seen.push(request.credentials, file instanceof Blob ? await file.text() : file);
      return Response.json({});
    });
    await createCallServer(
      http,
      () => 'en',
      IGNORED,
    )(schema, {
      method: 'POST',
      path: '/files',
      body: form,
      isWithCookie: true,
    });
    expect(seen).toEqual(['same-origin', 'abc']);
  });
});

describe('the bytes of a file', () => {
  const bytesWith = async (answer: (request: Request) => Response) => {
    const bytes = await createFileApi(clientWith(answer), IGNORED).fileBytes('t', '/api/v1/files/1');
    return bytes === null ? null : bytes.text();
  };

  it('come with the token, by way of the browser’s cache', async () => {
    const text = await bytesWith(
      ({ url, cache, headers }) => new Response(`${url} ${cache} ${headers.get('authorization')}`),
    );
    expect(text).toBe('https://tambay.example/api/v1/files/1 default Bearer t');
  });

  it.each([
    ['a refusal', () => new Response('', { status: 404 })],
    ["a portal's page", () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('are not there with %s', async (_, answer) => {
    expect(await bytesWith(answer)).toBeNull();
  });
});

it('tells of a session that turns out to be dead when a file is asked for, and of nothing else', async () => {
  const dead: string[] = [];
  const read = (answer: Response, token: string | null) =>
    createFileApi(
      clientWith(() => answer),
      { onSessionDead: (one) => dead.push(one) },
    ).fileBytes(token, '/api/v1/files/1');
  expect(await read(saying('session_dead'), 'one')).toBeNull();
  expect(await read(saying('session_dead'), null)).toBeNull();
  expect(await read(saying('rate_limited'), 'two')).toBeNull();
  expect(await read(Response.json({ error: 'login to WiFi' }, { status: 401 }), 'three')).toBeNull();
  expect(dead).toEqual(['one']);
});
