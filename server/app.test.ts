import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorBody, z } from '../protocol/index.ts';
import { parseConfig } from './config.ts';
import { createServer, type TambayServer } from './create-server.ts';
import { openMemoryDatabase } from './testing/open-database.ts';

const PUBLIC_URL = 'https://chat.example.org';
let distDir: string;
let server: TambayServer;

beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'tambay-dist-'));
  await mkdir(join(distDir, 'assets'));
  for (const page of ['index', 'register', 'app'])
    await writeFile(join(distDir, `${page}.html`), `<!doctype html><title>Tambay</title>${page}`);
  await writeFile(join(distDir, 'sw.js'), '// the worker');
  await writeFile(join(distDir, 'assets', 'app-3f2a.js'), 'export {};'.repeat(500));
  server = await createServer({
    config: parseConfig({ LOG_LEVEL: 'silent', PUBLIC_URL, APP_ORIGINS: 'https://other.example.org' }),
    database: await openMemoryDatabase(),
    distDir,
    takeFromBucket: async () => 0,
    // `inject` gives the loop few turns, which on a crowded machine looks like overload.
    eventLoopDelayMaxMs: 0,
  });
});
afterAll(async () => {
  await server.close();
  await rm(distDir, { recursive: true, force: true });
});

const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

describe('headers', () => {
  const policy =
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' blob: data:;media-src 'self' blob:;" +
    "connect-src 'self' wss://chat.example.org;worker-src 'self';manifest-src 'self';font-src 'self';" +
    "base-uri 'none';object-src 'none';form-action 'self';frame-ancestors 'none';" +
    "require-trusted-types-for 'script';trusted-types tambay";

  it.each([
    ['/', PAGE, 200],
    ['/profile/friends', PAGE, 200],
    ['/sw.js', {}, 200],
    ['/assets/app-3f2a.js', {}, 200],
    ['/api/v1/health/check', {}, 200],
    ['/api/v1/auth/verify', {}, 401],
    ['/api/v1/nothing', {}, 404],
    ['/nothing.js', {}, 404],
  ])('protect %s', async (url, headers, status) => {
    const answer = await get(url, headers);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-security-policy': policy,
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
    });
    expect(answer.headers['server'] ?? answer.headers['x-powered-by']).toBeUndefined();
  });

  it('protect what is answered before there is a route', async () => {
    const answer = await get('/%zz');
    expect(errorBody.parse(answer.json())).toMatchObject({ status: 400, code: 'validation' });
    expect(answer.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  });
});

describe('the app', () => {
  it.each([
    ['/', 'index'],
    ['/register?next=%2Fchats%2Fnew', 'register'],
    ['/chats/ABCDEFGHJKMNP', 'app'],
    ['/posts/create?x=1', 'app'],
    ['/users/juan.dela.cruz', 'app'],
  ])('answers %s with page %s, never stored', async (url, name) => {
    const { statusCode, body, headers } = await get(url, PAGE);
    expect([statusCode, body, headers['cache-control']]).toEqual([
      200,
      `<!doctype html><title>Tambay</title>${name}`,
      'no-cache',
    ]);
  });

  it('keeps hashed files for ever and asks for the worker each time', async () => {
    expect((await get('/assets/app-3f2a.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache');
  });

  it('sends what the build has compressed, under the policy and the age of the file itself', async () => {
    await writeFile(join(distDir, 'assets', 'app-77aa.js'), 'as it is');
    await writeFile(join(distDir, 'assets', 'app-77aa.js.br'), brotliCompressSync('as it is'));
    const { headers, rawPayload } = await get('/assets/app-77aa.js', { 'accept-encoding': 'gzip, br' });
    expect(brotliDecompressSync(rawPayload).toString()).toBe('as it is');
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('/javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect((await get('/assets/app-77aa.js', { 'accept-encoding': 'identity' })).body).toBe('as it is');
  });

  it('compresses no file while it answers, and long answers of the API', async () => {
    const file = await get('/assets/app-3f2a.js', { 'accept-encoding': 'br' });
    expect(file.headers['content-encoding']).toBeUndefined();
    const login = { email: 'ana@example.test', password: 'halo-halo sa tag-init' };
    const person = { ...login, birthDate: '1990-05-05', firstName: 'Ana', lastName: 'Reyes' };
    const post = (path: string, payload: object) =>
      server.app.inject({ method: 'POST', url: `/api/v1/auth/${path}`, payload });
    await post('register', person);
    for (let device = 0; device < 8; device += 1) await post('login', login);
    const { accessToken } = z
      .object({ data: z.object({ accessToken: z.string() }) })
      .parse((await post('login', login)).json()).data;
    const authorization = `Bearer ${accessToken}`;
    const long = await get('/api/v1/auth/sessions', { authorization, 'accept-encoding': 'br' });
    expect(long.headers['content-encoding']).toBe('br');
  });

  it.each([
    ['/assets/app-old.js', PAGE],
    ['/assets/app-old.js', { accept: '*/*' }],
    ['/icons/none.png', { accept: 'image/png' }],
    ['/api/v1/nothing', PAGE],
    ['/api', PAGE],
    ['/socket.io/nothing', PAGE],
    ['/.git/config', PAGE],
    ['/posts/create', { accept: 'application/json' }],
  ])('is no answer to %s', async (url, headers) => {
    const answer = await get(url, headers);
    expect(answer.statusCode).toBe(404);
    expect(errorBody.parse(answer.json())).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('says on a screen that what another app shares was not kept, where no worker takes it', async () => {
    const { statusCode, headers } = await server.app.inject({
      method: 'POST',
      url: '/share',
      headers: { ...PAGE, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\nTingnan mo\r\n--x--\r\n',
    });
    expect([statusCode, headers.location]).toEqual([303, '/share?notKept=true']);
  });

  it('names the OpenID provider in the page of the sign-in screen, and nowhere else', async () => {
    await writeFile(join(distDir, 'index.html'), '<!doctype html>\n<html lang="en-US">index</html>');
    const named = await createServer({
      config: parseConfig({
        LOG_LEVEL: 'silent',
        OIDC_ISSUER: 'http://127.0.0.1:9',
        OIDC_CLIENT_ID: 'x',
        OIDC_CLIENT_SECRET: 'x',
        OIDC_NAME: '"Barangay" & <b>',
      }),
      database: await openMemoryDatabase(),
      distDir,
    });
    const { body, headers } = await named.app.inject({ url: '/?x=1', headers: PAGE });
    expect([body, headers['cache-control'], headers['content-type']]).toEqual([
      '<!doctype html>\n<html data-sign-in-with="&quot;Barangay&quot; &amp; &lt;b&gt;" lang="en-US">index</html>',
      'no-cache',
      'text/html; charset=utf-8',
    ]);
    expect(headers['content-security-policy']).toContain("default-src 'none';script-src 'self';");
    expect((await named.app.inject({ url: '/register', headers: PAGE })).body).not.toContain('Barangay');
    await named.close();
  });

  it('says how to build what is missing, and the API works', async () => {
    const bare = await createServer({
      config: parseConfig({ LOG_LEVEL: 'silent' }),
      database: await openMemoryDatabase(),
      distDir: join(distDir, 'not-there'),
    });
    const page = await bare.app.inject({ url: '/', headers: PAGE });
    expect([page.statusCode, page.body]).toEqual([503, expect.stringContaining('npm run build')]);
    expect((await bare.app.inject('/api/v1/health/check')).statusCode).toBe(200);
    await bare.close();
  });
});

describe('other origins', () => {
  const preflight = (origin: string) =>
    server.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/auth/verify',
      headers: { origin, 'access-control-request-method': 'GET' },
    });

  it.each([PUBLIC_URL, 'https://other.example.org'])('%s may call', async (origin) => {
    const { headers } = await preflight(origin);
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each(['https://evil.test', 'null', 'https://chat.example.org.evil.test', 'http://chat.example.org'])(
    '%s may not',
    async (origin) => {
      expect((await preflight(origin)).headers['access-control-allow-origin']).toBeUndefined();
    },
  );
});

describe('the description of the API', () => {
  it('is OpenAPI 3.1 with every route, its summary and the shape of errors', async () => {
    const { openapi, paths } = (await get('/api/docs/json')).json();
    expect(openapi).toMatch(/^3\.1/);
    expect(Object.keys(paths)).toContain('/api/v1/auth/register');
    expect(Object.keys(paths).every((path) => path.startsWith('/api/v1/'))).toBe(true);
    const operations: unknown[] = Object.values(paths).flatMap((path) => Object.values(Object(path)));
    for (const operation of operations) {
      expect(operation).toMatchObject({
        summary: expect.any(String),
        responses: { default: expect.anything() },
      });
    }
    expect(paths['/api/v1/auth/verify'].get.security).toEqual([{ session: [] }]);
    expect(paths['/api/v1/auth/login'].post.security).toBeUndefined();
  });

  it('has a page whose own policy weakens no other', async () => {
    const page = await get('/api/docs', PAGE);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).not.toContain('trusted-types');
    expect(page.headers['content-security-policy']).not.toContain('unsafe-');
  });
});

describe('a route that declares too little', () => {
  it.each([{}, { config: { access: 'public' as const } }, { schema: { summary: 'x' } }])(
    'keeps the app from starting: %j',
    async (options) => {
      const { default: fastify } = await import('fastify');
      const { routeContractPlugin } = await import('./plugins/route-contract.ts');
      const app = fastify();
      await app.register(routeContractPlugin);
      expect(() => app.get('/x', options, async () => 'x')).toThrow('GET /x has to declare');
      await app.close();
    },
  );
});

describe('stopping', () => {
  it('tells the health check first', async () => {
    const stopping = await createServer({
      config: parseConfig({ LOG_LEVEL: 'silent' }),
      database: await openMemoryDatabase(),
      distDir,
    });
    stopping.announceStop();
    expect((await stopping.app.inject('/api/v1/health/check')).statusCode).toBe(503);
    await stopping.close();
  });
});

describe('under pressure', () => {
  it('the API answers 503 with Retry-After, and the app is served', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const busy = await createServer({
      config: parseConfig({ LOG_LEVEL: 'silent' }),
      database: await openMemoryDatabase(),
      distDir,
      takeFromBucket: async () => 0,
      eventLoopDelayMaxMs: Number.MIN_VALUE,
    });
    // Two looks at the clock without a turn of the event loop between them: an endless delay.
    vi.advanceTimersByTime(6_000);
    vi.useRealTimers();
    const ask = (url: string, headers = {}) => busy.app.inject({ url, headers });
    const refused = await ask('/api/v1/health/check');
    expect([refused.statusCode, errorBody.parse(refused.json()).code]).toEqual([503, 'unavailable']);
    for (const url of ['/', '/register', '/profile/messages'])
      expect((await ask(url, PAGE)).statusCode, url).toBe(200);
    expect((await ask('/assets/app-3f2a.js')).statusCode).toBe(200);
    await busy.close();
  });
});
