import { expect, type Locator, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { historyLength } from '../support/browser-back.ts';
import { befriend, ownAddress, type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** Each tab keeps its address, its place and its history; the tab one is in goes to its top, then to its root (docs/decisions/0019). */

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async ({ app: shared }) => {
  app = shared;
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
});
// Low, so that every screen has something to scroll.
test.use({ extraHTTPHeaders: ownAddress(), viewport: { width: 390, height: 420 } });

const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const title = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

/** Under the header of the one screen that a phone shows. */
const scroller = (page: Page): Locator => page.locator('main header + div > div').first();
const scrolled = (page: Page): Promise<number> => scroller(page).evaluate((element) => element.scrollTop);
const scrollBy = async (page: Page, toPx: number): Promise<void> => {
  await expect
    .poll(() => scroller(page).evaluate((element, top) => (element.scrollTop = top), toPx))
    .toBe(toPx);
  await expect.poll(() => scrolled(page)).toBe(toPx);
};

test('a tab comes back with its whole address and where it stood, and back walks through it, not through the changes of tabs', async ({
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana, '/profile');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(title(page, 'Settings')).toBeVisible();
  await scrollBy(page, 200);
  await tab(page, 'Posts').click();
  await page.getByRole('button', { name: 'My Posts' }).click();
  await expect(page).toHaveURL(`${app.origin}/posts?show=mine`);

  const before = await historyLength(page);
  for (let round = 0; round < 3; round += 1) {
    await tab(page, 'Me').click();
    await expect(page).toHaveURL(`${app.origin}/profile/settings`);
    await expect.poll(() => scrolled(page)).toBe(200);
    await tab(page, 'Posts').click();
    await expect(page).toHaveURL(`${app.origin}/posts?show=mine`);
  }
  expect(await historyLength(page)).toBe(before);
  await tab(page, 'Me').click();
  await expect(title(page, 'Settings')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${app.origin}/profile`);

  // What was opened meanwhile has taken the other tab's entry out of the history: it comes anew, its root below it.
  await page.getByRole('link', { name: 'Outbox' }).click();
  await expect(title(page, 'Outbox')).toBeVisible();
  await tab(page, 'Posts').click();
  await expect(page).toHaveURL(`${app.origin}/posts?show=mine`);
  await tab(page, 'Me').click();
  await expect(page).toHaveURL(`${app.origin}/profile/outbox`);

  await tab(page, 'Friends').click();
  await page.getByRole('link', { name: 'Ben Cruz' }).click();
  await expect(page).toHaveURL(`${app.origin}/users/${ben.uniqueCode}`);
  await scrollBy(page, 40);
  await tab(page, 'Me').click();
  await expect(title(page, 'Outbox')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(title(page, 'Edit profile')).toBeVisible();
  await tab(page, 'Friends').click();
  await expect(page).toHaveURL(`${app.origin}/users/${ben.uniqueCode}`);
  await expect.poll(() => scrolled(page)).toBe(40);
  await page.goBack();
  await expect(page).toHaveURL(`${app.origin}/profile/friends`);
  // Opened anew, it is read from its top.
  await page.getByRole('link', { name: 'Ben Cruz' }).click();
  await expect(title(page, 'Profile')).toBeVisible();
  expect(await scrolled(page)).toBe(0);
});

test('the tab one is in goes to the top of any of its screens, and then to its root', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana, '/profile');
  for (const [path, shown, name, root] of [
    ['/profile/settings', 'Settings', 'Me', '/profile'],
    ['/profile/account', 'Your data and account', 'Me', '/profile'],
    ['/profile/update', 'Edit profile', 'Me', '/profile'],
    ['/profile/sync-doctor', 'Sync Doctor', 'Me', '/profile'],
    ['/profile/add-friend', 'Add a friend', 'Friends', '/profile/friends'],
    [`/users/${ben.uniqueCode}`, 'Profile', 'Friends', '/profile/friends'],
  ] as const) {
    await page.goto(app.origin + path);
    await expect(title(page, shown)).toBeVisible();
    await scrollBy(page, 30);
    await tab(page, name).click();
    await expect.poll(() => scrolled(page)).toBe(0);
    await expect(page).toHaveURL(app.origin + path);
    await tab(page, name).click();
    await expect(page).toHaveURL(app.origin + root);
  }
});

test('from an inner screen the tab steps down to its root instead of putting another one on top', async ({
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana, '/profile');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(title(page, 'Settings')).toBeVisible();
  const before = await historyLength(page);
  await tab(page, 'Me').click();
  await expect(page).toHaveURL(`${app.origin}/profile`);
  expect(await historyLength(page)).toBe(before);
  await page.goForward();
  await expect(title(page, 'Settings')).toBeVisible();
});
