import { expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { type Person, registerPerson } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { postCard } from '../support/browser-posts.ts';
import { startAppBehindProxy } from '../support/browser-proxy.ts';
import { arriveSignedIn, waitForShell } from '../support/browser-steps.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { test } from '../support/story.ts';

const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US', hasTouch: true };

let app: RunningApp;
let proxy: FaultProxy;
let ana: Person;
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
});

const tray = (page: Page) => page.getByRole('list', { name: 'Attachments' });
const openPicture = (page: Page) => tray(page).getByRole('button', { name: 'Picture', exact: true }).click();

/** Mobile data, until `connect` brings Wi-Fi. */
const onMobileData = (page: Page) =>
  page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { type: 'cellular', effectiveType: '4g' });
    Object.defineProperty(navigator, 'connection', { value: connection });
    addEventListener('test:wifi', () => {
      connection.type = 'wifi';
      connection.dispatchEvent(new Event('change'));
    });
  });

test('a picture says what it weighs and how long it takes, waits for Wi-Fi, is paused and goes on, and is posted once', async ({
  browser,
}) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await onMobileData(page);
  await arriveSignedIn(page, proxy.origin, ana, '/posts');
  await waitForShell(page);
  await page.goto(`${proxy.origin}/posts/create`);
  await page.getByLabel('Say something').fill('Isang pader sa may kanto');
  await attach(page, [await photoFile('a.jpg', 'firebrick', 2_400, 1_800)]);
  await expect(page.getByText(/^[\d.]+ [kM]B ≈ \d+ (?:s|min)$/)).toBeVisible();
  await openPicture(page);
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: /^Now: [\d.]+ [kM]B ≈ \d+ s$/ })).toBeVisible();
  await expect(
    sheet.getByRole('button', { name: /^Original size: [\d.]+ [kM]B ≈ \d+ (?:s|min)$/ }),
  ).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Wait for Wi-Fi' }).click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const post = postCard(page, 'Isang pader sa may kanto');
  await expect(post.getByText('Waits for Wi-Fi')).toBeVisible();
  const uploads = () => proxy.requests().filter((line) => line.includes('/files/tus')).length;
  expect(uploads()).toBe(0);

  // Slow enough to be stopped by hand.
  const slow = proxy.inject(
    { kind: 'slowRequest', bytesPerSecond: 8_000 },
    { matches: ({ path }) => path.startsWith('/api/v1/files/tus') },
  );
  await page.evaluate(() => dispatchEvent(new Event('test:wifi')));
  await expect.poll(() => proxy.slowBytes()).toBeGreaterThan(0);
  await post.getByRole('button', { name: 'Pause sending' }).click({ timeout: 30_000 });
  await expect(post.getByText('Paused')).toBeVisible();
  await expect(post.getByRole('button', { name: 'Resume sending' })).toBeVisible();
  await page.reload();
  await expect(post.getByText('Paused')).toBeVisible();
  slow.remove();
  await post.getByRole('button', { name: 'Resume sending' }).click();
  await expect(post.getByRole('button', { name: /^Like/ })).toBeVisible({ timeout: 60_000 });
  const answer = await fetch(`${app.origin}/api/v1/posts?perPage=100`, {
    headers: { authorization: `Bearer ${ana.token}` },
  });
  expect((await answer.json()).data).toHaveLength(1);
  await context.close();
});

test('a picture over the whole screen is turned by a swipe, enlarged by two taps, never pushed out, and closed downwards', async ({
  browser,
}) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana, '/posts');
  await waitForShell(page);
  await page.goto(`${app.origin}/posts/create`);
  await page.getByLabel('Say something').fill('Dalawang pader');
  await attach(page, [await photoFile('a.jpg', 'firebrick'), await photoFile('b.jpg', 'seagreen')]);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await postCard(page, 'Dalawang pader').getByRole('button', { name: 'Picture' }).first().click();
  const lightbox = page.getByRole('dialog');
  const picture = lightbox.getByRole('img');
  await expect(picture).toBeVisible();
  await expect(lightbox.getByText('1 of 2')).toBeVisible();
  const drag = async (dx: number, dy: number): Promise<void> => {
    await page.mouse.move(195, 420);
    await page.mouse.down();
    await page.mouse.move(195 + dx, 420 + dy, { steps: 4 });
    await page.mouse.up();
  };
  await drag(-120, 0);
  await expect(lightbox.getByText('2 of 2')).toBeVisible();
  await drag(120, 0);
  await expect(lightbox.getByText('1 of 2')).toBeVisible();

  const size = async () => (await picture.boundingBox())?.width ?? 0;
  const normal = await size();
  // Two taps that a busy machine drew apart are two taps.
  await expect(async () => {
    await page.mouse.dblclick(195, 420);
    expect(await size()).toBeGreaterThan(normal * 2);
  }).toPass();
  // However far one pushes, the screen stays full of it.
  for (let push = 0; push < 6; push += 1) await drag(180, 0);
  const box = await picture.boundingBox();
  expect(box?.x).toBeLessThanOrEqual(1);
  await expect(async () => {
    await page.mouse.dblclick(195, 420);
    expect(await size()).toBeLessThan(normal + 2);
  }).toPass();
  await drag(0, 160);
  await expect(lightbox).toHaveCount(0);
  await context.close();
});

test('what may not go along is said in words, and what is written stays', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana, '/posts');
  await page.goto(`${app.origin}/posts/create`);
  const words = page.getByLabel('Say something');
  await words.fill('Hindi ito mawawala');
  const items = tray(page).getByRole('listitem');
  const named = (name: string, mimeType: string, text: string) => ({
    ...{ name, mimeType },
    buffer: Buffer.from(text),
  });
  const disguised = named('page.png', 'image/png', '<!doctype html><script>alert(1)</script>');
  const drawing = named('a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const film = named('a.mp4', 'video/mp4', 'no film');

  await attach(page, [disguised]);
  await expect(page.getByRole('main').getByText('This picture or video cannot be read')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Remove: Picture' }).click();
  await expect(items).toHaveCount(0);
  await attach(page, [drawing]);
  await expect(page.getByText('Only pictures and videos go here')).toBeVisible();
  await expect(items).toHaveCount(0);
  await attach(page, [film]);
  await expect(page.getByRole('main').getByText('This picture or video cannot be read')).toBeVisible();
  await page.getByRole('button', { name: 'Remove: Video' }).click();

  const small = await Promise.all(
    Array.from({ length: 11 }, (_, at) => photoFile(`${at}.jpg`, 'seagreen', 80 + at, 60)),
  );
  await attach(page, small);
  await expect(page.getByText('At most 10')).toBeVisible();
  await expect(items).toHaveCount(10);
  // Each reason, once.
  await attach(page, [film, drawing, ...small.slice(0, 2)]);
  const reasons = [
    'Pictures, files and a video go separately',
    'Only pictures and videos go here',
    'At most 10',
  ];
  await expect(page.getByText(reasons.join(' · '))).toBeVisible();
  await expect(items).toHaveCount(10);
  await expect(words).toHaveValue('Hindi ito mawawala');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByText('Post successfully created')).toBeVisible();
  // The tray that is emptied does not bring back the draft of what was posted.
  await expect(postCard(page, 'Hindi ito mawawala')).toBeVisible();
  await page.goto(`${app.origin}/posts/drafts`);
  await expect(page.getByText('No drafts')).toBeVisible();
  await context.close();
});
