import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApi } from '../testing/api.ts';
import { DEV_MAIL_PATH } from './dev-page.ts';

const NAME = '2026-03-01T08-00-00-000Z-0a1b2c3d';
let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi({ env: { NODE_ENV: 'development' } });
});
afterAll(() => api.close());

const open = (path: string, more: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
  api.app.inject({ method: 'GET', url: DEV_MAIL_PATH + path, ...more });

it('lists whom a letter went to, what it is about and when, and opens it', async () => {
  expect((await open('')).body).toContain('No mail yet');
  const folder = join(api.dataDir, 'mail');
  await mkdir(folder);
  await writeFile(join(folder, `${NAME}.html`), '<title>Set a new password</title><p>Hi</p>');
  await writeFile(join(folder, `${NAME}.eml`), 'From: x\r\nTo: ana+<b>@example.test\r\n\r\nHi');
  const list = await open('');
  for (const words of [
    'Set a new password',
    'ana+&lt;b&gt;@example.test',
    '2026-03-01 08:00:00 UTC',
    `${NAME}.html`,
  ])
    expect(list.body).toContain(words);
  expect(list.headers['content-security-policy']).toContain("default-src 'none'");
  expect((await open(`/${NAME}.html`)).body).toContain('<p>Hi</p>');
  expect((await open(`/${NAME}.eml`)).headers['content-type']).toContain('text/plain');
  expect((await open('/..%2f..%2fpackage.json')).statusCode).toBe(404);
});

it('answers this machine alone, by a name of this machine, and only in development', async () => {
  expect((await open('', { headers: { host: 'evil.test' } })).statusCode).toBe(404);
  expect((await open('', { remoteAddress: '192.0.2.7' })).statusCode).toBe(404);
  const released = await openApi();
  const answer = await released.app.inject({ method: 'GET', url: DEV_MAIL_PATH });
  expect(answer.statusCode).toBe(404);
  await released.close();
});
