import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { postsResponse } from '../../protocol/index.ts';
import { dispatchSync, stopAllWorkers } from '../support/browser-faults.ts';
import { befriend, callAs, history, type Person, registerPerson, say } from '../support/browser-people.ts';
import { attach, heldFiles, photoFile } from '../support/browser-pictures.ts';
import { createPusher, openPushStage, type PushStage, subscribe } from '../support/browser-push.ts';
import {
  arriveSignedIn,
  composer,
  conversation,
  message,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { filmFile, paddedFilm } from '../support/browser-video.ts';
import { test } from '../support/story.ts';

const TAG = 'workbox-background-sync:tambay-outbox';
const VIDEO_BYTES = 9_000_000;
/** What may be under way when a worker ends: two seconds of the link. */
const CHUNK_BYTES_MAX = 2 * 1_024 * 1_024;

let stage: PushStage;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  stage = await openPushStage();
});
test.afterAll(async () => {
  await stage?.dispose();
});
test.beforeEach(async () => {
  ana = await registerPerson(stage.app.origin, 'Ana', 'Santos');
  ben = await registerPerson(stage.app.origin, 'Ben', 'Cruz');
  await befriend(stage.app.origin, ana, ben);
  stage.proxy.setDown(false);
});

/** Ana's browser with the worker in charge, and a page that is none of the app's: through it the browser is told what to do. */
const openAna = async (
  browser: Browser,
  prepare: (context: BrowserContext) => Promise<unknown> = async () => null,
) => {
  const { origin } = stage.proxy;
  const context = await browser.newContext();
  await context.grantPermissions(['notifications'], { origin });
  await prepare(context);
  const page = await context.newPage();
  await arriveSignedIn(page, origin, ana);
  await waitForShell(page);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const blank = await context.newPage();
  await page.bringToFront();
  await openChat(page, 'Ben Cruz');
  return {
    context,
    page,
    blank,
    sync: () => dispatchSync(blank, TAG, origin),
    stop: () => stopAllWorkers(blank),
  };
};

type Stored = { content: string | null; media: string[] };
const arrived = async (): Promise<Stored[]> =>
  (await history(stage.app.origin, ben, ana)).map(({ content, media }) => ({
    content,
    media: media.map(({ kind, state }) => `${kind} ${state}`),
  }));

const attachAndWrite = async (page: Page, files: Parameters<typeof attach>[1], words: string) => {
  await attach(page, files);
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(
    files.length,
  );
  await write(page, words);
};

/** The id under which the device holds its file of so many bytes. */
const idOf = async (page: Page, size: number): Promise<string> => {
  const find = async () => (await heldFiles(page)).find((one) => one.size === size)?.id ?? '';
  await expect.poll(find).not.toBe('');
  return find();
};

/** How much of a file has come to the server, as it says itself. */
const offsetOf = async (id: string): Promise<number> => {
  const answer = await fetch(`${stage.app.origin}/api/v1/files/tus/${id}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${ana.token}`, 'tus-resumable': '1.0.0' },
  });
  return Number(answer.headers.get('upload-offset'));
};

/** Bodies of this file climb at this rate, and are counted. */
const slowDown = (id: string, bytesPerSecond: number) =>
  stage.proxy.inject(
    { kind: 'slowRequest', bytesPerSecond },
    { matches: ({ method, path }) => method === 'PATCH' && path.endsWith(id) },
  );

const patchesOf = (id: string): number =>
  stage.proxy.requests().filter((line) => line === `PATCH /api/v1/files/tus/${id}`).length;

test('a photo and a video of 9 MB leave by Background Sync with no page open, and the other member sees them', async ({
  browser,
}) => {
  const { context, page, sync, stop } = await openAna(browser);
  const film = paddedFilm(await filmFile(page), VIDEO_BYTES);
  stage.proxy.setDown(true);
  await attachAndWrite(page, [await photoFile('dyip.jpg', 'teal')], 'Ang dyip');
  await attachAndWrite(page, [film], 'At ang alon');
  await page.close();
  await stop();
  stage.proxy.setDown(false);
  expect(await arrived()).toEqual([]);
  await sync();
  await expect.poll(arrived, { timeout: 60_000 }).toEqual([
    { content: 'Ang dyip', media: ['image ready'] },
    { content: 'At ang alon', media: ['video ready'] },
  ]);
  const other = await browser.newPage();
  await arriveSignedIn(other, stage.proxy.origin, ben);
  await openChat(other, 'Ana Santos');
  await expect(message(other, 'Ang dyip')).toBeVisible();
  await expect(conversation(other).getByRole('button', { name: 'Picture' })).toBeVisible();
  await expect(conversation(other).getByRole('button', { name: 'Video' })).toBeVisible();
  expect(context.pages().map((one) => one.url())).toEqual(['about:blank']);
  await other.close();
  await context.close();
});

test('a worker that is stopped in the middle of a video goes on there at its next event', async ({
  browser,
}) => {
  const { context, page, sync, stop } = await openAna(browser);
  const film = paddedFilm(await filmFile(page), VIDEO_BYTES);
  stage.proxy.setDown(true);
  await attachAndWrite(page, [film], 'Mahabang alon');
  const id = await idOf(page, VIDEO_BYTES);
  const slow = slowDown(id, 1_500_000);
  await page.close();
  await stop();
  const before = stage.proxy.slowBytes();
  const sent = () => stage.proxy.slowBytes() - before;
  stage.proxy.setDown(false);
  await sync();
  await expect.poll(sent, { timeout: 30_000 }).toBeGreaterThan(4_000_000);
  await stop();
  // The server releases the chunk that was cut, and keeps what had come of it.
  await expect.poll(() => offsetOf(id)).toBeGreaterThan(4_000_000 - CHUNK_BYTES_MAX);
  const [offset, first] = [await offsetOf(id), sent()];
  expect(first).toBeLessThan(VIDEO_BYTES);
  await sync();
  await expect
    .poll(arrived, { timeout: 60_000 })
    .toEqual([{ content: 'Mahabang alon', media: ['video ready'] }]);
  expect(sent() - first).toBe(VIDEO_BYTES - offset);
  expect(sent()).toBeLessThan(VIDEO_BYTES + CHUNK_BYTES_MAX);
  slow.remove();
  await context.close();
});

test('a push takes along a picture that a closed page has left', async ({ browser }) => {
  const { context, page, blank, stop } = await openAna(browser);
  const told = await subscribe(stage, ana);
  const push = await createPusher(context, blank, stage.proxy.origin);
  stage.proxy.setDown(true);
  await attachAndWrite(page, [await photoFile('parola.jpg', 'navy')], 'Parola');
  await page.close();
  await stop();
  await say(stage.app.origin, ben, ana, 'Nasaan ka?');
  const payload = await told('Nasaan ka?');
  stage.proxy.setDown(false);
  await push(payload);
  await expect
    .poll(async () => (await arrived()).at(-1), { timeout: 60_000 })
    .toEqual({ content: 'Parola', media: ['image ready'] });
  await context.close();
});

test('a picture that no page has made small yet is made small by the worker', async ({ browser }) => {
  const { context, page, sync } = await openAna(browser, (opened) =>
    // The thread that draws never answers, as on a phone that is closed at once.
    opened.addInitScript(() =>
      Reflect.set(
        globalThis,
        'Worker',
        class extends EventTarget {
          postMessage(): void {}
        },
      ),
    ),
  );
  stage.proxy.setDown(true);
  await attachAndWrite(page, [await photoFile('bukid.jpg', 'olive', 3_000, 2_000)], 'Bukid');
  await page.close();
  stage.proxy.setDown(false);
  await sync();
  await expect.poll(arrived, { timeout: 60_000 }).toEqual([{ content: 'Bukid', media: ['image ready'] }]);
  const [{ media = [] } = {}] = await history(stage.app.origin, ben, ana);
  expect(media.map(({ width, height }) => [width, height])).toEqual([[2_048, 1_365]]);
  await context.close();
});

test('a page that is closed while it sends a picture leaves it to the worker by its last message', async ({
  browser,
}) => {
  const { context, page } = await openAna(browser, (opened) =>
    // Nothing but the message: the page can ask for no Background Sync.
    opened.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')),
  );
  await page.route(/\/api\/v1\/files/, () => undefined);
  await attachAndWrite(page, [await photoFile('bangka.jpg', 'olive')], 'Bangka');
  await expect.poll(arrived).toEqual([{ content: 'Bangka', media: ['image awaited'] }]);
  await page.close();
  await expect.poll(arrived, { timeout: 60_000 }).toEqual([{ content: 'Bangka', media: ['image ready'] }]);
  await context.close();
});

test('a post that waits for its picture goes as soon as the worker has sent that', async ({ browser }) => {
  const { context, page, sync, stop } = await openAna(browser);
  await page.goto(`${stage.proxy.origin}/posts/create`);
  await page.getByLabel('Say something').fill('Hapon sa tabing-dagat');
  stage.proxy.setDown(true);
  await attach(page, [await photoFile('dagat.jpg', 'teal')]);
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(
    page.getByText(/Post successfully created|The post is saved and sent when there is a signal\./),
  ).toBeVisible();
  await page.close();
  await stop();
  stage.proxy.setDown(false);
  await sync();
  await expect
    .poll(
      async () => {
        const { data } = await callAs(stage.app.origin, ben, 'GET', '/posts?perPage=100', postsResponse);
        return data
          .filter(({ content }) => content === 'Hapon sa tabing-dagat')
          .map(({ media }) => media.map(({ state }) => state));
      },
      { timeout: 60_000 },
    )
    .toEqual([['ready']]);
  await context.close();
});

test('a picture that is to wait for Wi-Fi stays on mobile data, and lets the next one pass', async ({
  browser,
}) => {
  const { context, page, sync } = await openAna(browser, (opened) =>
    opened.addInitScript(() =>
      Object.defineProperty(Reflect.get(navigator, 'connection'), 'type', { get: () => 'cellular' }),
    ),
  );
  stage.proxy.setDown(true);
  await attach(page, [await photoFile('una.jpg', 'teal', 900, 700)]);
  const tray = page.getByRole('list', { name: 'Attachments' });
  await tray.getByRole('button', { name: 'Picture', exact: true }).click();
  await page.getByRole('button', { name: 'Wait for Wi-Fi' }).click();
  await write(page, 'Mamaya na');
  await expect(conversation(page).getByText('Waits for Wi-Fi')).toBeVisible();
  const [waiting] = await heldFiles(page);
  await attachAndWrite(page, [await photoFile('ikalawa.jpg', 'navy')], 'Ngayon na');
  await page.close();
  const [worker] = context.serviceWorkers();
  // A worker of this machine knows of no mobile data.
  await worker?.evaluate(() =>
    Object.defineProperty(Reflect.get(navigator, 'connection'), 'type', { get: () => 'cellular' }),
  );
  stage.proxy.setDown(false);
  await sync();
  await expect.poll(arrived, { timeout: 60_000 }).toEqual([
    { content: 'Mamaya na', media: ['image awaited'] },
    { content: 'Ngayon na', media: ['image ready'] },
  ]);
  expect(patchesOf(waiting?.id ?? '')).toBe(0);
  await context.close();
});

test('a page and the worker that send one video at once send each byte once', async ({ browser }) => {
  test.slow();
  const { context, page, sync } = await openAna(browser);
  const film = paddedFilm(await filmFile(page), VIDEO_BYTES);
  await attach(page, [film]);
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
  const id = await idOf(page, VIDEO_BYTES);
  const slow = slowDown(id, 300_000);
  const before = stage.proxy.slowBytes();
  const senders = new Set<'page' | 'worker'>();
  context.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().endsWith(id))
      senders.add(request.serviceWorker() === null ? 'page' : 'worker');
  });
  await composer(page).fill('Sabay');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => patchesOf(id), { timeout: 30_000 }).toBeGreaterThan(1);
  await sync();
  await expect.poll(arrived, { timeout: 90_000 }).toEqual([{ content: 'Sabay', media: ['video ready'] }]);
  expect(stage.proxy.slowBytes() - before).toBe(VIDEO_BYTES);
  expect(senders).toEqual(new Set(['page', 'worker']));
  slow.remove();
  await context.close();
});
