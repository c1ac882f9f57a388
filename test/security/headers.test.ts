import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSession } from '../../server/modules/auth/sessions.ts';
import { World } from '../../server/testing/world.ts';
import { openApp } from './app.ts';
import { expectErrorBody } from './ask.ts';

const LIMIT_MS = 60_000;
const distDir = await mkdtemp(join(tmpdir(), 'tambay-dist-'));
await mkdir(join(distDir, 'assets'));
for (const [name, text] of [
  ['index.html', '<!doctype html><title>Tambay</title>'],
  ['app.html', '<!doctype html><title>Tambay</title>'],
  ['sw.js', 'self;'],
  ['assets/app-4f2c91.js', 'export {};'],
  ['.hidden', 'secret'],
] as const)
  await writeFile(join(distDir, name), text);

const plain = await openApp({ distDir });
const secure = await openApp({ distDir, env: { PUBLIC_URL: 'https://chat.example.org' } });
afterAll(async () => {
  await secure.close();
  await plain.app.close();
  await rm(distDir, { recursive: true });
});

/** docs/threat-model.md T02, word for word, but for the socket's own address, which older Safari wants spelled out. */
const policyFor = (socket: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    `connect-src 'self' ${socket}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].toSorted((a, b) => (a < b ? -1 : 1));

const directivesOf = (policy: string) =>
  policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '')
    .toSorted((a, b) => (a < b ? -1 : 1));

const html = { accept: 'text/html' };
const requests = [
  { what: 'the app', url: '/', headers: html, status: 200 },
  { what: 'an address of the app', url: '/profile/messages', headers: html, status: 200 },
  { what: 'a hashed file', url: '/assets/app-4f2c91.js', headers: {}, status: 200 },
  { what: 'the worker', url: '/sw.js', headers: {}, status: 200 },
  { what: 'an answer of the API', url: '/api/v1/health/check', headers: {}, status: 200 },
  { what: 'a call without a session', url: '/api/v1/auth/verify', headers: {}, status: 401 },
  { what: 'an unknown call', url: '/api/v1/nothing', headers: html, status: 404 },
  { what: 'a file that is gone', url: '/assets/app-000000.js', headers: html, status: 404 },
] as const;

describe.each(requests)('$what', { timeout: LIMIT_MS }, ({ url, headers, status }) => {
  it('carries the whole set of headers', async () => {
    const answer = await plain.app.inject({ url, headers });
    expect(answer.statusCode, answer.body).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('geolocation=()'),
    });
    for (const name of ['x-powered-by', 'server', 'set-cookie', 'strict-transport-security'])
      expect(answer.headers).not.toHaveProperty(name);
    if (status >= 400) expectErrorBody(status, answer.body);
  });

  it('allows nothing inline, nothing evaluated and nothing from elsewhere', async () => {
    const answer = await plain.app.inject({ url, headers });
    const directives = directivesOf(String(answer.headers['content-security-policy']));
    const [trustedTypes] = directives.filter((directive) => directive.startsWith('trusted-types'));
    expect(directives.filter((directive) => directive !== trustedTypes)).toEqual(
      policyFor('ws://localhost:3000'),
    );
    expect(trustedTypes).toMatch(/^trusted-types [a-z][\w#-]*( [a-z][\w#-]*)*$/);
    expect(directives.join(';')).not.toMatch(/unsafe-|\*|http:/);
  });

  it('is bound to https where https is', async () => {
    const answer = await secure.app.inject({ url, headers });
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    expect(answer.headers['content-security-policy']).toContain('wss://chat.example.org');
  });
});

describe('files', () => {
  it('with a hash in their names are kept, all others are asked for again', async () => {
    const caching = async (url: string) =>
      (await plain.app.inject({ url, headers: html })).headers['cache-control'];
    expect(await caching('/assets/app-4f2c91.js')).toBe('public, max-age=31536000, immutable');
    for (const url of ['/', '/index.html', '/sw.js', '/posts/create'])
      expect(await caching(url), url).toBe('no-cache');
    expect(await caching('/api/v1/health/check')).toBe('no-store');
  });

  it.each(['/.hidden', '/assets/', '/assets/../../package.json', '/server/main.ts'])(
    '%s is not one',
    async (url) => {
      expect((await plain.app.inject({ url })).statusCode).toBe(404);
    },
  );
});

describe('the pages of the API description', () => {
  it('are the only ones that may style inline, and may run nothing inline', async () => {
    const answer = await plain.app.inject({ url: '/api/docs/', headers: html });
    expect(answer.statusCode).toBe(200);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe|unsafe-eval|\*/);
    expect(answer.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>[^<]/);
  });
});

describe('other origins', () => {
  const preflight = (origin: string) =>
    plain.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/chats',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  it.each([
    'https://evil.test',
    'null',
    'http://localhost:3000.evil.test',
    'http://localhost',
    'https://localhost:3000',
  ])('%s may not ask', async (origin) => {
    const answers = [
      await preflight(origin),
      await plain.app.inject({ url: '/api/v1/health/check', headers: { origin } }),
    ];
    for (const answer of answers) {
      expect(answer.headers['access-control-allow-origin']).not.toBe('*');
      expect(answer.headers['access-control-allow-origin']).not.toBe(origin);
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('may ask when they are listed, and never with credentials', async () => {
    const answer = await preflight('http://localhost:3000');
    expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:3000');
    expect(answer.headers['vary']).toMatch(/origin/i);
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('an address that no plugin gets to see', () => {
  it('is refused as JSON that may do nothing', async () => {
    const answer = await plain.app.inject({ url: '/api/v1/users/%zz' });
    expect(answer.statusCode).toBe(400);
    expectErrorBody(400, answer.body);
    expect(answer.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });
});

describe('our own trouble', { timeout: LIMIT_MS }, () => {
  it('is a 503 that says when to come back, and shows nothing of what is inside', async () => {
    const token = await sessionOf();
    await plain.database.close();
    for (const url of ['/api/v1/auth/verify', '/api/v1/chats', '/api/v1/users/friends']) {
      const answer = await plain.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      expect(answer.statusCode, answer.body).toBe(503);
      expectErrorBody(503, answer.body);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    // One look at the database serves the health checks of a second.
    const health = async () => (await plain.app.inject({ url: '/api/v1/health/check' })).statusCode;
    await expect.poll(health, { timeout: LIMIT_MS }).toBe(503);
  });

  async function sessionOf(): Promise<string> {
    const person = await new World(plain.db).person();
    return (await createSession(plain.db, person.id, 'A test', new Date())).accessToken;
  }
});
