import { randomBytes } from 'node:crypto';
import { type Browser, chromium } from '@playwright/test';
import { freePort, type RunningApp, startApp } from '../support/browser-app.ts';
import { befriend, registerPerson } from '../support/browser-people.ts';
import { heldFiles } from '../support/browser-pictures.ts';
import { arriveSignedIn, chatRow, composer } from '../support/browser-steps.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { desk } from './stage.ts';
import type { Figure } from './stats.ts';

const FILE_BYTES = 10_000_000;
const BYTES_PER_SECOND = 1_000_000;
const CUT_EVERY_MS = 2_000;
const TIMEOUT_MS = 240_000;

/**
 * A file of 10 MB, sent from a chat of the app over a link of 1 MB/s on which every connection breaks every two seconds.
 * Counted is what the link carried; the limit is the file itself, and the time that it takes when nothing breaks.
 */
export async function measureUploads(): Promise<Figure[]> {
  const port = await freePort();
  const proxy = await startFaultProxy({ target: `http://127.0.0.1:${port}` });
  const app = await startApp({ port, origins: [proxy.origin] });
  const browser = await chromium.launch(chromiumLaunch);
  try {
    return await sendOverBadLink(app, proxy, browser);
  } finally {
    await browser.close();
    await proxy.close();
    await app.dispose();
  }
}

async function sendOverBadLink(app: RunningApp, proxy: FaultProxy, browser: Browser): Promise<Figure[]> {
  const [ana, ben] = [await registerPerson(app.origin, 'Ana'), await registerPerson(app.origin, 'Ben')];
  await befriend(app.origin, ana, ben);
  const page = await (await browser.newContext(desk)).newPage();
  await arriveSignedIn(page, proxy.origin, ana);
  await chatRow(page, ben.firstName).click();
  await composer(page).waitFor();
  const isBody = ({ method, path }: { method: string; path: string }) =>
    (method === 'PATCH' || method === 'POST') && path.startsWith('/api/v1/files');
  proxy.inject({ kind: 'slowRequest', bytesPerSecond: BYTES_PER_SECOND }, { matches: isBody });
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'minutes.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(FILE_BYTES - 9)]),
    });
  const before = proxy.requests().length;
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const startedAt = performance.now();
  let cuts = 0;
  const cutter = setInterval(() => {
    cuts += 1;
    proxy.setDown(true);
    proxy.setDown(false);
  }, CUT_EVERY_MS);
  let seconds: number;
  try {
    while ((await heldFiles(page))[0]?.state !== 'done') {
      if (performance.now() - startedAt > TIMEOUT_MS) throw new Error(`Not there after ${cuts} cuts`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    seconds = (performance.now() - startedAt) / 1_000;
  } finally {
    clearInterval(cutter);
  }
  const attempts = proxy
    .requests()
    .slice(before)
    .filter((line) => line.startsWith('PATCH /api/v1/files/tus/')).length;
  const what = '10 MB over 1 MB/s with a cut every 2 s';
  return [
    {
      what: `${what}: bytes sent ÷ file size`,
      value: proxy.slowBytes() / FILE_BYTES,
      unit: '×',
      limit: { what: 'each byte once', value: 1 },
      samples: cuts,
    },
    {
      what: `${what}: until it is there, in ${attempts} pieces`,
      value: seconds,
      unit: 's',
      limit: { what: 'the link without a cut', value: FILE_BYTES / BYTES_PER_SECOND },
      samples: 1,
    },
  ];
}
