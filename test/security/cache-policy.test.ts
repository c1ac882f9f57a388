import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { fileResponse, newId } from '../../protocol/index.ts';
import { createSession } from '../../server/modules/auth/sessions.ts';
import { multipartOf } from '../../server/testing/multipart.ts';
import { photo } from '../../server/testing/upload.ts';
import { World } from '../../server/testing/world.ts';
import { openApp } from './app.ts';

const SCRIPT = 'export const word = "Kumusta";';
const HASHED = '/assets/app-4f2c91.js';

const distDir = await mkdtemp(join(tmpdir(), 'tambay-dist-'));
await mkdir(join(distDir, 'assets'));
for (const [name, text] of [
  ['index.html', '<!doctype html><title>Tambay</title>'],
  ['app.html', '<!doctype html><title>Tambay</title>'],
  ['sw.js', 'self;'],
  ['manifest.webmanifest', '{}'],
  [`.${HASHED}`, SCRIPT],
  [`.${HASHED}.br`, brotliCompressSync(SCRIPT)],
  [`.${HASHED}.zst`, zstdCompressSync(SCRIPT)],
] as const)
  await writeFile(join(distDir, name), text);

const { app, db, close } = await openApp({ distDir });
afterAll(async () => {
  await close();
  await rm(distDir, { recursive: true });
});

const { accessToken } = await createSession(db, (await new World(db).person()).id, 'A test', new Date());
const signedIn = { authorization: `Bearer ${accessToken}` };
const form = multipartOf([{ name: 'file', bytes: await photo(), filename: 'litrato.jpg' }]);
const uploaded = await app.inject({
  ...{ method: 'POST', url: '/api/v1/files', payload: form.payload },
  headers: { ...form.headers, ...signedIn },
});
const media = `/api/v1/files/${fileResponse.parse(uploaded.json()).data.id}`;

const FOR_EVER = 'public, max-age=31536000, immutable';
const ASKED_EACH_TIME = 'no-cache';
const NEVER = 'no-store';
const OWN_FOR_EVER = 'private, max-age=31536000, immutable';
const page = { accept: 'text/html' };

/** What caches may do with each kind of answer. */
const policies = [
  { what: 'a page', url: '/', headers: page, status: 200, policy: ASKED_EACH_TIME },
  {
    what: 'an address of the app',
    url: '/profile/messages',
    headers: page,
    status: 200,
    policy: ASKED_EACH_TIME,
  },
  { what: 'the worker', url: '/sw.js', headers: {}, status: 200, policy: ASKED_EACH_TIME },
  { what: 'the manifest', url: '/manifest.webmanifest', headers: {}, status: 200, policy: ASKED_EACH_TIME },
  { what: 'a hashed file', url: HASHED, headers: {}, status: 200, policy: FOR_EVER },
  {
    what: 'the same in Brotli',
    url: HASHED,
    headers: { 'accept-encoding': 'br' },
    status: 200,
    policy: FOR_EVER,
  },
  {
    what: 'the same in Zstandard',
    url: HASHED,
    headers: { 'accept-encoding': 'zstd' },
    status: 200,
    policy: FOR_EVER,
  },
  {
    what: 'a hashed file that is gone',
    url: '/assets/app-0.js',
    headers: {},
    status: 404,
    policy: undefined,
  },
  {
    what: 'an answer to a member',
    url: '/api/v1/auth/verify',
    headers: signedIn,
    status: 200,
    policy: NEVER,
  },
  { what: 'a list', url: '/api/v1/chats', headers: signedIn, status: 200, policy: NEVER },
  { what: 'a call without a session', url: '/api/v1/chats', headers: {}, status: 401, policy: NEVER },
  { what: 'the health check', url: '/api/v1/health/check', headers: {}, status: 200, policy: NEVER },
  { what: 'a picture', url: media, headers: signedIn, status: 200, policy: OWN_FOR_EVER },
  {
    what: 'a smaller copy of it',
    url: `${media}?w=320`,
    headers: signedIn,
    status: 200,
    policy: OWN_FOR_EVER,
  },
  {
    what: 'a part of it',
    url: media,
    headers: { ...signedIn, range: 'bytes=0-9' },
    status: 206,
    policy: OWN_FOR_EVER,
  },
  {
    what: 'a part that is none',
    url: media,
    headers: { ...signedIn, range: 'bytes=99999999-' },
    status: 416,
    policy: NEVER,
  },
  { what: 'a picture without a session', url: media, headers: {}, status: 401, policy: NEVER },
  {
    what: 'an unknown picture',
    url: `/api/v1/files/${newId()}`,
    headers: signedIn,
    status: 404,
    policy: NEVER,
  },
] as const;

it.each(policies)('$what: $policy', async ({ url, headers, status, policy }) => {
  const answer = await app.inject({ url, headers });
  expect(answer.statusCode, answer.body).toBe(status);
  expect(answer.headers['cache-control']).toBe(policy);
});

it('a picture that one session has read is not kept for the next one', async () => {
  for (const url of [media, `${media}?w=320`])
    expect((await app.inject({ url, headers: signedIn })).headers['vary']).toMatch(/\bauthorization\b/);
});

describe('the encoding of a hashed file', () => {
  it.each([
    ['zstd', 'zstd'],
    ['gzip, zstd', 'zstd'],
    ['br;q=0.5, zstd', 'zstd'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['zstd;q=0', undefined],
    ['identity', undefined],
  ])('for %j is %j', async (accepted, encoding) => {
    const { headers, rawPayload } = await app.inject({
      url: HASHED,
      headers: { 'accept-encoding': accepted },
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('/javascript'),
      vary: expect.stringContaining('accept-encoding'),
    });
    if (encoding === 'zstd') expect(zstdDecompressSync(rawPayload).toString()).toBe(SCRIPT);
  });

  it('is never Zstandard for the name of the compressed file itself', async () => {
    const { headers } = await app.inject({
      url: `${HASHED}.zst`,
      headers: { 'accept-encoding': 'identity' },
    });
    expect(headers['content-encoding']).toBeUndefined();
  });
});
