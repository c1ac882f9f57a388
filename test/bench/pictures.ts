import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { z } from '../../protocol/index.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { befriend, registerPerson } from '../support/browser-people.ts';
import { heldFiles } from '../support/browser-pictures.ts';
import { arriveSignedIn, chatRow, composer, conversation, waitForShell } from '../support/browser-steps.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { throttle } from './page-probes.ts';
import { photoOf } from './photo.ts';
import { type Figure, median } from './stats.ts';

const SLOWDOWN = 4;
const ROUNDS = 5;
const TIMEOUT_MS = 60_000;
const LONG_TASK_MS = 50;
const PHOTO = { width: 4_032, height: 3_024 };
const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US' };

const tracing = z.object({
  traceEvents: z.array(
    z.object({
      ...{ name: z.string(), pid: z.number(), tid: z.number() },
      tdur: z.optional(z.number()),
      args: z.optional(z.object({ name: z.optional(z.string()) })),
    }),
  ),
});

/** How long one photo took, and the longest task of the page's main thread meanwhile, in time of its processor. */
type Round = { ms: number; blockedMs: number };

/**
 * A photo of twelve megapixels from the picker to a message that waits in the outbox, on a slow processor and without a
 * network; beside what a bare worker takes to decode, scale and encode it.
 */
export async function measurePictures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tambay-photos-'));
  const app = await startApp();
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const bytes = await photoOf(PHOTO.width, PHOTO.height);
    // Other bytes each time: the same ones picked again are the same file.
    const paths = Array.from({ length: ROUNDS + 1 }, (_, round) => join(folder, `IMG_${round}.jpg`));
    for (const [round, path] of paths.entries())
      await writeFile(path, Buffer.concat([bytes, Buffer.from([round])]));
    const context = await browser.newContext(phone);
    const page = await openComposer(app, context);
    const blank = await openBlank(context);
    const [ours, bare]: [Round[], number[]] = [[], []];
    for (const [round, path] of paths.entries()) {
      await blank.bringToFront();
      const bareMs = await drawBare(blank, path);
      await page.bringToFront();
      const one = await sendPhoto(browser, page, path);
      // The first one loads the worker's script and its decoder.
      if (round === 0) continue;
      ours.push(one);
      bare.push(bareMs);
    }
    const sent = (await heldFiles(page)).at(-1);
    return figuresOf(ours, bare, { picked: bytes.byteLength, sent: sent?.size ?? 0 });
  } finally {
    await browser.close();
    await app.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

function figuresOf(
  ours: readonly Round[],
  bare: readonly number[],
  { picked, sent }: { picked: number; sent: number },
): Figure[] {
  const what = `a 12-megapixel photo to a queued message, ${SLOWDOWN}×`;
  const samples = ours.length;
  const blocked = ours.map(({ blockedMs }) => blockedMs);
  const limit = { what: 'what counts as a long task', value: LONG_TASK_MS };
  return [
    {
      what,
      value: median(ours.map(({ ms }) => ms)),
      unit: 'ms',
      limit: { what: 'a bare worker that decodes, scales and encodes it', value: median(bare) },
      samples,
    },
    {
      what: `${what}: weight`,
      value: sent / 1_000,
      unit: 'KB',
      limit: { what: 'the photo as it was picked', value: picked / 1_000 },
      samples,
    },
    {
      what: `${what}: longest task of the page, worst of all`,
      value: Math.max(...blocked),
      unit: 'ms',
      limit,
      samples,
    },
    { what: `${what}: longest task of the page, median`, value: median(blocked), unit: 'ms', limit, samples },
  ];
}

async function openComposer(app: RunningApp, context: BrowserContext): Promise<Page> {
  const [ana, ben] = [await registerPerson(app.origin, 'Ana'), await registerPerson(app.origin, 'Ben')];
  await befriend(app.origin, ana, ben);
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await chatRow(page, ben.firstName).click();
  await composer(page).waitFor();
  await context.setOffline(true);
  await page
    .getByText(/^Offline/)
    .first()
    .waitFor();
  await throttle(page, SLOWDOWN);
  return page;
}

/** Picks the photo, and sends it in the moment in which it may be sent. */
async function sendPhoto(browser: Browser, page: Page, path: string): Promise<Round> {
  const waiting = conversation(page).getByTitle('Waiting to be sent');
  const before = await waiting.count();
  const measured = page.evaluate(
    async ({ count, limitMs }) => {
      const picker = document.querySelector<HTMLInputElement>('input[type=file]');
      const startedAt = await new Promise<number>((resolve) => {
        picker?.addEventListener('change', (event) => resolve(event.timeStamp), {
          capture: true,
          once: true,
        });
      });
      const send = () => [...document.querySelectorAll('button')].find((one) => one.ariaLabel === 'Send');
      const isQueued = () =>
        document.querySelectorAll('[role=log] [title="Waiting to be sent"]').length > count;
      while (!isQueued()) {
        await new Promise((resolve) => setTimeout(resolve, 16));
        if (performance.now() - startedAt > limitMs) throw new Error('The photo was never queued');
        const button = send();
        if (button && !button.disabled) button.click();
      }
      return performance.now() - startedAt;
    },
    { count: before, limitMs: TIMEOUT_MS },
  );
  await browser.startTracing(page, { categories: ['toplevel'] });
  await page.locator('input[type=file]').first().setInputFiles(path);
  const ms = await measured;
  return { ms, blockedMs: longestTask(await browser.stopTracing()) };
}

/**
 * The longest task of a page's main thread in a trace of the browser. By the time of its own processor, throttled as it is: how
 * long it stood still because this machine did something else is no trait of the page.
 */
function longestTask(trace: Buffer): number {
  const { traceEvents } = tracing.parse(JSON.parse(trace.toString()));
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && threads.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('The trace holds no tasks');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}

async function openBlank(context: BrowserContext): Promise<Page> {
  const blank = await context.newPage();
  await blank.setContent('<input type="file">');
  await throttle(blank, SLOWDOWN);
  return blank;
}

/** Decoding, scaling and encoding alone, in a worker of a page without an app. */
async function drawBare(blank: Page, path: string): Promise<number> {
  await blank.locator('input').setInputFiles(path);
  return blank.evaluate(async () => {
    const work = async ({ data }: MessageEvent<File>): Promise<void> => {
      const bitmap = await createImageBitmap(data);
      const canvas = new OffscreenCanvas(2_048, 1_536);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0, 2_048, 1_536);
      const { size } = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 });
      self.postMessage(size);
    };
    const script = new Blob([`self.onmessage = ${work}`], { type: 'text/javascript' });
    const worker = new Worker(URL.createObjectURL(script));
    const file = document.querySelector('input')?.files?.[0];
    const startedAt = performance.now();
    worker.postMessage(file);
    await new Promise((resolve) => {
      worker.onmessage = resolve;
    });
    worker.terminate();
    return performance.now() - startedAt;
  });
}
