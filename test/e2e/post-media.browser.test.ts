import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { postsResponse } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { befriend, type Person, registerPerson } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { choosePostOption, expectPublished, postCard, visitPosts } from '../support/browser-posts.ts';
import { startAppBehindProxy } from '../support/browser-proxy.ts';
import { arriveSignedIn, conversation, openChat, waitForShell } from '../support/browser-steps.ts';
import { filmFile } from '../support/browser-video.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { test } from '../support/story.ts';

const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US' };

let app: RunningApp;
let proxy: FaultProxy;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  ({ app, proxy } = await startAppBehindProxy());
});
test.afterAll(async () => {
  await proxy?.close();
  await app?.dispose();
});
test.beforeEach(async () => {
  test.setTimeout(180_000);
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
});

const visit = (context: BrowserContext, who: Person, path?: string) =>
  visitPosts(context, app.origin, who, path);
const isDrawn = (image: Locator) =>
  image.evaluate((img) => img instanceof HTMLImageElement && img.complete && img.naturalWidth > 0);
const toast = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();
const send = async (page: Page, text: string, files: Parameters<typeof attach>[1]): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/posts/create`);
  await page.getByLabel('Say something').fill(text);
  await attach(page, files);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await toast(page, 'Post successfully created');
};
/** The bytes of a post's picture as somebody gets them. */
const pictureOf = async (who: Person, text: string): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${who.token}` };
  const answer = await fetch(`${app.origin}/api/v1/posts?perPage=100`, { headers });
  const { data } = postsResponse.parse(await answer.json());
  const id = data.find(({ content }) => content === text)?.media[0]?.id;
  const file = await fetch(`${app.origin}/api/v1/files/${id}`, { headers });
  expect(file.status).toBe(200);
  return Buffer.from(await file.arrayBuffer());
};
/** The film plays: the browser knows its length and moves on in it. */
const expectPlaying = (page: Page) =>
  expect
    .poll(() =>
      page.locator('video').evaluate((film) => film instanceof HTMLVideoElement && film.currentTime),
    )
    .toBeGreaterThan(0);

test('a video is written into a message and a post in a tunnel, and plays at the other end', async ({
  browser,
}) => {
  await befriend(app.origin, ana, ben);
  const context = await browser.newContext(phone);
  const others = await browser.newContext(phone);
  const page = await visit(context, ana, '/profile/messages');
  const film = await filmFile(page);
  await openChat(page, 'Ben Cruz');
  await context.setOffline(true);
  await attach(page, [film]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(conversation(page).getByRole('button', { name: 'Video' })).toBeVisible();
  await page.goto(`${app.origin}/posts/create`);
  await page.getByLabel('Say something').fill('Alon sa Baler');
  await attach(page, [film]);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await toast(page, 'The post is saved and sent when there is a signal.');
  await context.setOffline(false);

  const other = await visit(others, ben, '/profile/messages');
  await openChat(other, 'Ana Santos');
  await conversation(other).getByRole('button', { name: 'Video' }).click({ timeout: 60_000 });
  await expectPlaying(other);
  await other.keyboard.press('Escape');
  await expectPublished(app.origin, ben, 'Alon sa Baler');
  await other.goto(`${app.origin}/posts`);
  await postCard(other, 'Alon sa Baler').getByRole('button', { name: 'Video' }).click();
  await expectPlaying(other);
  await context.close();
  await others.close();
});

test('the preview shows what others get, and they get it: words, face, the picture without its traces, its description', async ({
  browser,
}) => {
  const context = await browser.newContext(phone);
  const page = await visit(context, ana);
  await page.goto(`${app.origin}/posts/create`);
  await page.getByLabel('Say something').fill('Umaga sa palengke');
  await attach(page, [await photoFile('a.jpg', 'seagreen', 600, 400)]);
  const tray = page.getByRole('list', { name: 'Attachments' });
  await tray.getByRole('button', { name: 'Picture', exact: true }).click();
  await page.getByLabel('Describe it').fill('A green wall');
  await page.keyboard.press('Escape');
  const preview = page.getByRole('dialog', { name: 'What others will see' });
  const look = async (root: Locator) => ({
    words: await root.getByText('Umaga sa palengke').count(),
    name: await root.getByText('Ana Santos', { exact: true }).count(),
    picture: await root.getByRole('button', { name: 'A green wall' }).count(),
  });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect.poll(() => isDrawn(preview.locator('img').last())).toBe(true);
  const promised = await look(preview);
  expect(promised).toEqual({ words: 1, name: 1, picture: 1 });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Private', exact: true }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(preview.getByText(/Others get nothing of this/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Public', exact: true }).click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await toast(page, 'Post successfully created');
  await expectPublished(app.origin, ben, 'Umaga sa palengke');
  const others = await browser.newContext(phone);
  const other = await visit(others, ben);
  const received = postCard(other, 'Umaga sa palengke');
  await expect(received).toBeVisible();
  expect(await look(received)).toEqual(promised);
  const bytes = await pictureOf(ben, 'Umaga sa palengke');
  expect(bytes.length).toBeGreaterThan(1_000);
  expect(bytes.includes('Telepono')).toBe(false);
  await context.close();
  await others.close();
});

test('who saves data loads a picture on tap, and what is kept offline is there in the tunnel', async ({
  browser,
}) => {
  const sending = await browser.newContext(phone);
  const sender = await visit(sending, ana);
  await send(sender, 'Bundok sa umaga', [await photoFile('a.jpg', 'royalblue', 900, 600)]);
  await send(sender, 'Bundok sa gabi', [await photoFile('b.jpg', 'indigo', 900, 600)]);
  await expect(postCard(sender, 'Bundok sa gabi').getByRole('button', { name: /^Like/ })).toBeVisible({
    timeout: 40_000,
  });
  const context = await browser.newContext(phone);
  const page = await visit(context, ben, '/profile/settings/storage');
  await page.getByRole('button', { name: 'On tap' }).click();
  const fetched: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/files/')) fetched.push(pathname);
  });
  await page.goto(`${app.origin}/posts`);
  const morning = postCard(page, 'Bundok sa umaga').getByRole('button', { name: 'Picture' });
  const night = postCard(page, 'Bundok sa gabi').getByRole('button', { name: 'Picture' });
  await expect(morning).toContainText('kB');
  await morning.click();
  await expect.poll(() => isDrawn(morning.locator('img'))).toBe(true);
  expect(new Set(fetched).size).toBe(1);

  await choosePostOption(page, 'Bundok sa gabi', 'Keep offline');
  await toast(page, 'Kept on this device, pictures included');
  await expect(postCard(page, 'Bundok sa gabi').getByText('kept offline')).toBeAttached();
  const kept = () =>
    page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, `tambay-kept-${ben.id}`);
  await expect.poll(kept).toBe(2);
  await context.setOffline(true);
  await page.reload();
  await night.click();
  await expect.poll(() => isDrawn(night.locator('img'))).toBe(true);
  await night.click();
  const lightbox = page.getByRole('dialog');
  await expect.poll(() => isDrawn(lightbox.locator('img').last())).toBe(true);
  await page.keyboard.press('Escape');
  await choosePostOption(page, 'Bundok sa gabi', 'Do not keep offline');
  await expect.poll(kept).toBe(0);
  await sending.close();
  await context.close();
});

test('“Going offline?” brings posts with their pictures, and an upload that the tunnel cuts goes on behind it', async ({
  browser,
}) => {
  const sending = await browser.newContext(phone);
  const sender = await sending.newPage();
  await arriveSignedIn(sender, proxy.origin, ana, '/posts');
  await waitForShell(sender);
  const cut = proxy.inject(
    { kind: 'cutRequest', afterBytes: 20_000 },
    { times: 1, matches: ({ method, path }) => method === 'PATCH' && path.startsWith('/api/v1/files/tus/') },
  );
  await send(sender, 'Sa loob ng tunnel', [await photoFile('a.jpg', 'firebrick')]);
  await expect.poll(() => cut.hits(), { timeout: 30_000 }).toBe(1);
  await sending.setOffline(true);
  await expect(postCard(sender, 'Sa loob ng tunnel')).toBeVisible();
  await expect(sender.getByText(/^Offline/).first()).toBeVisible();
  await sending.setOffline(false);
  await expect(postCard(sender, 'Sa loob ng tunnel').getByRole('button', { name: /^Like/ })).toBeVisible({
    timeout: 60_000,
  });

  const context = await browser.newContext(phone);
  const page = await visit(context, ben, '/profile/settings/storage');
  await page.getByRole('button', { name: 'Going offline?' }).click();
  await page.getByRole('button', { name: 'Get ready' }).click();
  await expect(page.getByText(/^Ready\. .*Pictures: ([1-9]\d*) of \1 /)).toBeVisible({ timeout: 60_000 });
  await context.setOffline(true);
  await page.goto(`${app.origin}/posts`);
  const picture = postCard(page, 'Sa loob ng tunnel').getByRole('button', { name: 'Picture' });
  await expect.poll(() => isDrawn(picture.locator('img'))).toBe(true);
  await sending.close();
  await context.close();
});

test('a picture that a bad moment kept away comes without a tap', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const page = await visit(context, ana);
  await send(page, 'Tanghali sa palengke', [await photoFile('b.jpg', 'seagreen', 600, 400)]);
  await expectPublished(app.origin, ben, 'Tanghali sa palengke');
  const others = await browser.newContext(phone);
  const other = await visitPosts(others, proxy.origin, ben);
  await expect(postCard(other, 'Tanghali sa palengke')).toBeVisible();
  // Online all the time, as far as anybody can tell: no network that comes back says when to try again.
  const busy = proxy.inject(
    { kind: 'status', status: 503 },
    { times: 2, matches: ({ path }) => path.startsWith('/api/v1/files/') },
  );
  await send(page, 'Hapon sa palengke', [await photoFile('c.jpg', 'tomato', 600, 400)]);
  const received = postCard(other, 'Hapon sa palengke');
  await expect(async () => {
    await other.getByRole('button', { name: 'Look for new posts' }).click();
    await expect(received).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect.poll(() => busy.hits()).toBe(2);
  await expect.poll(() => isDrawn(received.locator('img').last())).toBe(true);
  await context.close();
  await others.close();
});
