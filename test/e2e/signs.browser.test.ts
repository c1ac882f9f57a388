import { expect, type Page } from '@playwright/test';
import { privateChatId } from '../../protocol/index.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import {
  befriend,
  callAs,
  logIn,
  ownAddress,
  type Person,
  registerPerson,
  request,
} from '../support/browser-people.ts';
import { choosePostOption, postAs, postCard, visitPosts } from '../support/browser-posts.ts';
import { arriveSignedIn, chatRow, confirm, waitForShell } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** The small signs: what one feels under the finger, what waits, and when exactly something was. */

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(async () => {
  await app?.dispose();
});
test.use({ extraHTTPHeaders: ownAddress() });
test.beforeEach(async () => {
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
});

/** How the device shook, as the browser was asked to. */
const feel = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const felt: unknown[] = [];
    Object.assign(window, { tambayTestFelt: felt });
    navigator.vibrate = (pattern) => felt.push(pattern) > 0;
  });
const felt = (page: Page): Promise<unknown[]> =>
  page.evaluate(() => (window as unknown as { tambayTestFelt: unknown[] }).tambayTestFelt.splice(0));
const MEDIUM = [16];
const SUCCESS = [12, 60, 12];
const ERROR = [24, 50, 24];

test('the device shakes for a yes to a friend, a post, and what comes back to its writer', async ({
  page,
  context,
}) => {
  await feel(page);
  await request(app.origin, ben, ana);
  await arriveSignedIn(page, app.origin, ana, '/profile/friend-requests');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Friend request accepted')).toBeVisible();
  expect(await felt(page)).toEqual([SUCCESS]);

  await page.goto(`${app.origin}/posts/create`);
  await page.getByLabel('Say something').fill('Tara sa ilog');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page).toHaveURL(`${app.origin}/posts`);
  expect(await felt(page)).toEqual([MEDIUM]);

  const id = await postAs(app.origin, ben, 'Mabubura ito');
  await waitForShell(page);
  await page.goto(`${app.origin}/posts/${id}`);
  await expect(postCard(page, 'Mabubura ito')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Saan banda?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Saan banda?')).toBeVisible();
  expect(await felt(page)).toEqual([MEDIUM]);
  await callAs(app.origin, ben, 'DELETE', `/posts/${id}`);
  await context.setOffline(false);
  // Once, and not for a thing that was known before.
  await expect.poll(() => felt(page)).toEqual([ERROR]);
  await page.goto(`${app.origin}/profile/outbox`);
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  expect(await felt(page)).toEqual([]);
});

test('a yes to somebody who writes for the first time is felt, a no is not', async ({ page }) => {
  await feel(page);
  const cora = await registerPerson(app.origin, 'Cora', 'Lim');
  for (const from of [ben, cora]) {
    await callAs(app.origin, from, 'GET', `/chats/unique-code/${ana.uniqueCode}`);
    const path = `/chats/${privateChatId(from.id, ana.id)}/messages`;
    await callAs(app.origin, from, 'POST', path, undefined, { content: 'Uy', recipientId: ana.id });
  }
  await arriveSignedIn(page, app.origin, ana);
  for (const [name, answer, shake] of [
    ['Cora Lim', 'Decline', []],
    ['Ben Cruz', 'Accept', [SUCCESS]],
  ] as const) {
    await page.goto(`${app.origin}/chats/requests`);
    await chatRow(page, name).click();
    await page.getByRole('button', { name: answer }).click();
    await expect(page.getByRole('button', { name: answer })).toHaveCount(0);
    expect(await felt(page)).toEqual(shake);
  }
});

test('what stays in the outbox is a chip beside the drafts, with its number; what goes at once is none', async ({
  page,
  context,
}) => {
  await postAs(app.origin, ben, 'Sino ang sasama?');
  await arriveSignedIn(page, app.origin, ana, '/posts');
  await waitForShell(page);
  const chip = page.getByRole('main').getByRole('link', { name: /^Outbox/ });
  const like = () => postCard(page, 'Sino ang sasama?').getByRole('button', { name: /^Like/ });
  const seen = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector('main a[href="/profile/outbox"]')) resolve(true);
        });
        observer.observe(document.body, { subtree: true, childList: true });
        setTimeout(() => resolve(false), 4_000);
      }),
  );
  await like().click();
  expect(await seen).toBe(false);

  await context.setOffline(true);
  await page.getByRole('link', { name: 'New', exact: true }).click();
  await page.getByLabel('Say something').fill('Nasa tunel pa');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(chip).toHaveText('Outbox · 1');
  await like().click();
  await expect(chip).toHaveText('Outbox · 2');
  await chip.click();
  await expect(page).toHaveURL(`${app.origin}/profile/outbox`);
  await page.goBack();
  await context.setOffline(false);
  await expect(chip).toHaveCount(0);
});

/** Pressed by a key, as by a thumb; the exact time is also what a screen reader says of it. */
const expectExact = async (page: Page, said: RegExp): Promise<void> => {
  const exact = /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M/;
  const time = page
    .getByRole('main')
    .getByRole('button')
    .filter({ has: page.locator('time') })
    .first();
  await expect(time).toHaveAccessibleName(said);
  await expect(time).toHaveAccessibleDescription(exact);
  await time.focus();
  await time.press('Enter');
  await expect(time).toHaveAccessibleName(exact);
  await expect(time.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
  await time.click();
  await expect(time).toHaveAccessibleName(said);
};

test('wherever it says how long ago, a tap or a key says when exactly', async ({ page, context }) => {
  await befriend(app.origin, ana, ben);
  await postAs(app.origin, ana, 'Burahin mo ako');
  await logIn(app.origin, ana);
  await visitPosts(context, app.origin, ana).then((first) => first.close());
  await page.goto(`${app.origin}/posts`);
  await choosePostOption(page, 'Burahin mo ako', 'Delete');
  await confirm(page, 'Delete');
  await expect(postCard(page, 'Burahin mo ako')).toHaveCount(0);
  await page.goto(`${app.origin}/posts/bin`);
  await expectExact(page, /ago$/);

  await page.goto(`${app.origin}/profile/devices`);
  await expectExact(page, /^Last used .*ago$/);
  await page.goto(`${app.origin}/profile/settings`);
  await expectExact(page, /^Last synced .*ago$/);

  await page.goto(`${app.origin}/posts/create`);
  await page.getByLabel('Say something').fill('Sisimulan ko lang');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('link', { name: 'Drafts · 1' }).click();
  await expectExact(page, /ago$/);

  await context.setOffline(true);
  await page.goto(`${app.origin}/posts/create`);
  await page.getByLabel('Say something').fill('Nasa tunel pa');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page).toHaveURL(`${app.origin}/posts`);
  await page.goto(`${app.origin}/profile/outbox`);
  await expectExact(page, /ago$/);
  await page.goto(`${app.origin}/profile/sync-doctor`);
  await expectExact(page, /^Last worked .*ago/);
});
