import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { createServer, type TambayServer } from '../create-server.ts';
import { openMemoryDatabase } from '../testing/open-database.ts';

const STYLE = 'body{color:teal}';
const SCRIPT = 'go()';
const ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');
const page = (what: string): string =>
  `<!doctype html><html lang="en-US"><head><style>${STYLE}</style></head>${what}<script>${SCRIPT}</script></html>`;

let distDir: string;
let server: TambayServer;
beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'tambay-dist-'));
  await mkdir(join(distDir, 'arrivals'));
  await writeFile(join(distDir, 'app.html'), '<!doctype html>app');
  await mkdir(join(distDir, 'icons'));
  await writeFile(join(distDir, 'icons', 'tambay.svg'), ICON);
  for (const name of ['index', 'register']) {
    await writeFile(join(distDir, `${name}.html`), page(`${name} waits`));
    for (const kind of ['screen', 'welcome', 'welcomeByHand'])
      for (const language of ['en-US', 'fil']) {
        const arrival = `${name}.${kind}.${language}`;
        await writeFile(join(distDir, 'arrivals', `${arrival}.html`), page(arrival));
      }
  }
  server = await createServer({
    config: parseConfig({ LOG_LEVEL: 'silent' }),
    database: await openMemoryDatabase(),
    distDir,
  });
});
afterAll(async () => {
  await server.close();
  await rm(distDir, { recursive: true });
});
const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { accept: 'text/html', ...headers } });

const PIXEL = { 'sec-ch-ua-mobile': '?1', 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/156' };
const IPHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Safari' };
const FENNEC = { 'user-agent': 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Firefox/145.0' };
const FILIPINO = { 'accept-language': 'fil-PH,fil;q=0.9,en;q=0.5' };

it.each([
  ['a desk', '/', {}, 'index.screen.en-US'],
  ['a desk in Filipino', '/', FILIPINO, 'index.screen.fil'],
  ['a desk in a language that there is not', '/', { 'accept-language': 'fr' }, 'index.screen.en-US'],
  ['a phone', '/', PIXEL, 'index.welcome.en-US'],
  ['a phone without hints', '/?from=ad', FENNEC, 'index.welcome.en-US'],
  ['an iPhone in Filipino', '/register', { ...IPHONE, ...FILIPINO }, 'register.welcomeByHand.fil'],
  ['a phone that another site sends', '/?loginRequestFrom=https://x.example', PIXEL, 'index.screen.en-US'],
  ['who has been here', '/', { ...PIXEL, cookie: 'a=b; tambay-known=1' }, 'index waits'],
  ['who has been here, elsewhere', '/register', { cookie: 'tambay-known=1' }, 'register waits'],
])('%s gets its own page', async (_who, url, headers, expected) => {
  const answer = await get(url, headers);
  expect([answer.statusCode, answer.body]).toEqual([200, page(expected)]);
  for (const name of ['Accept-Language', 'Cookie', 'Sec-CH-UA-Mobile', 'User-Agent'])
    expect(answer.headers.vary).toContain(name);
  expect(answer.headers['cache-control']).toBe('no-cache');
});

it.each([
  ['style-src', STYLE],
  ['script-src', SCRIPT],
])(
  'of %s a page may hold inline what stands in it and nothing else; no other file may',
  async (directive, text) => {
    const allowed = async (url: string): Promise<string | undefined> =>
      String((await get(url)).headers['content-security-policy'])
        .split(';')
        .find((one) => one.startsWith(`${directive} `));
    for (const url of ['/', '/register', '/index.html', '/arrivals/index.screen.fil.html'])
      expect(await allowed(url), url).toBe(`${directive} 'self' 'sha256-${hashOf(text)}'`);
    for (const url of ['/profile', '/app.html', '/api/v1/health/check', '/assets/none.js'])
      expect(await allowed(url), url).toBe(`${directive} 'self'`);
  },
);

it('a page that the build has compressed has the policy of the page', async () => {
  await writeFile(join(distDir, 'register.html.br'), brotliCompressSync(page('register waits')));
  const answer = await get('/register', { cookie: 'tambay-known=1', 'accept-encoding': 'br' });
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(page('register waits'));
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hashOf(SCRIPT)}'`);
  for (const name of ['Cookie', 'Accept-Encoding'])
    expect(answer.headers.vary?.toLowerCase()).toContain(name.toLowerCase());
});

it('a browser that asks for an icon before the page has named one gets it', async () => {
  const answer = await get('/favicon.ico', { accept: 'image/avif,image/*,*/*;q=0.8' });
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    'image/svg+xml',
    ICON,
  ]);
});
