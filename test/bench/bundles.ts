import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { distKb, isHeicReader, isQrReader, readWorkerFiles } from '../support/worker-files.ts';
import { bundle, bundleParts } from './engine-bundle.ts';
import { measureStartWeight } from './start-weight.ts';
import type { Figure } from './stats.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What a visitor downloads before the app itself has the sign-in screen, and what the engine weighs with all it needs. */
export async function measureBundles(browser: Browser, origin: string): Promise<Figure[]> {
  const screen = await firstScreenKb(browser, origin);
  const engine = await bundleParts('./bare/engine.ts');
  return [
    {
      what: 'first screen, gzip',
      value: screen,
      unit: 'kB',
      limit: { what: 'React and the router alone', value: await bundleKb('./bare/first-screen.tsx') },
    },
    {
      what: 'engine with all it needs, gzip',
      value: textKb(engine.atOnce),
      unit: 'kB',
      limit: { what: 'Dexie alone', value: await bundleKb('./bare/dexie.ts') },
    },
    { what: 'engine, what it loads for the first upload, gzip', value: textKb(engine.onDemand), unit: 'kB' },
    ...(await workerFigures()),
    ...(await measureStartWeight()),
  ];
}

/** Members pay for it once in each release that changes it. */
async function workerFigures(): Promise<Figure[]> {
  const { atOnce, later } = await readWorkerFiles();
  const reader = later.filter(isQrReader);
  const kept = later.filter((path) => !isQrReader(path) && !isHeicReader(path));
  return [
    {
      what: 'worker keeps at once, brotli',
      value: await distKb(atOnce),
      unit: 'kB',
      limit: { what: 'the aim', value: 300 },
    },
    { what: 'worker fetches when idle, brotli', value: await distKb(kept), unit: 'kB' },
    { what: 'where the browser reads no codes, also, brotli', value: await distKb(reader), unit: 'kB' },
    {
      what: 'when a HEIC is picked that the browser does not draw, brotli',
      value: await distKb(later.filter(isHeicReader)),
      unit: 'kB',
    },
  ];
}

async function firstScreenKb(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(origin);
  await page.getByLabel('Email').focus();
  await page.waitForFunction(() => !('tambayHandOver' in window));
  const paths = await page.evaluate(() => [
    '/index.html',
    ...performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /\.(?:js|css)$/.test(path)),
  ]);
  await context.close();
  const files = await Promise.all([...new Set(paths)].map((path) => readFile(at(`../../dist${path}`))));
  return kilobytes(files);
}

const bundleKb = async (entry: string): Promise<number> => textKb([await bundle(entry, 'measured')]);

const textKb = (codes: readonly string[]): number => kilobytes(codes.map((code) => Buffer.from(code)));

const kilobytes = (files: readonly Buffer[]): number =>
  files.reduce((sum, file) => sum + gzipSync(file).length, 0) / 1_000;
