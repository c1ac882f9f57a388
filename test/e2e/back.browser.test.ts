import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import {
  androidPhone,
  historyLength,
  openFreshWindow,
  pressBack,
  pressStoppable,
  watchBack,
} from '../support/browser-back.ts';
import { befriend, ownAddress, type Person, registerPerson, say } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { postAs, postCard } from '../support/browser-posts.ts';
import { arriveSignedIn, composer, message } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** Android's back button never leaves the app from an inner screen (docs/decisions/0019), and closes what lies over a screen first. */

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async ({ app: shared }) => {
  app = shared;
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  await say(app.origin, ben, ana, 'Kita tayo bukas');
});
test.use({ extraHTTPHeaders: ownAddress() });

/** Writes down where every link leads that the page ever shows. */
const noteLinks = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { tambayTestLinks: seen });
    new MutationObserver(() => {
      for (const { pathname } of document.querySelectorAll('a')) seen.add(pathname);
    }).observe(document, { subtree: true, childList: true });
  });
const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window as unknown as { tambayTestLinks: Set<string> }).tambayTestLinks]);

const title = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

test('an inner screen that is opened from outside has the root of its tab below it, once', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  await noteLinks(context);
  const home = await context.newPage();
  await arriveSignedIn(home, app.origin, ana);
  for (const [path, inner, root, rootTitle, onRoot] of [
    [`/chats/${ben.uniqueCode}`, 'Ben Cruz', '/profile/messages', 'Chats', '/chats/start'],
    ['/posts/create', 'New post', '/posts', 'Posts', '/posts/bin'],
    [`/users/${ben.uniqueCode}`, 'Profile', '/profile/friends', 'Friends', '/profile/add-friend'],
    ['/profile/outbox', 'Outbox', '/profile', 'Me', '/profile/update'],
  ] as const) {
    const page = await openFreshWindow(home, app.origin + path);
    await expect(title(page, inner)).toBeVisible();
    await expect(page).toHaveURL(app.origin + path);
    expect(await historyLength(page)).toBe(2);
    // The root is an entry, and no screen that anybody saw.
    expect(await linksOf(page)).not.toContain(onRoot);
    await page.reload();
    await expect(title(page, inner)).toBeVisible();
    expect(await historyLength(page)).toBe(2);
    await page.goBack();
    await expect(page).toHaveURL(app.origin + root);
    await expect(title(page, rootTitle)).toBeVisible();
    expect(await linksOf(page)).toContain(onRoot);
    await page.goForward();
    await expect(title(page, inner)).toBeVisible();
    // The arrow of the app itself goes the same way.
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(app.origin + root);
    expect(await historyLength(page)).toBe(2);
    await page.close();
  }
  await context.close();
});

test('roots, public screens and visits from another page have nothing put below them; a code leaves no trace', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const home = await context.newPage();
  await home.goto(`${app.origin}/icons/tambay.svg`);
  for (const path of ['/', `/users/${ben.uniqueCode}`]) {
    const page = await openFreshWindow(home, app.origin + path);
    await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
    expect(await historyLength(page)).toBe(1);
    await page.close();
  }
  // A shared link that waited for its reader to sign in is an inner screen from then on.
  const shared = await openFreshWindow(home, `${app.origin}/users/${ben.uniqueCode}`);
  await shared.getByLabel('Email').fill(ana.email);
  await shared.getByLabel('Password', { exact: true }).fill(ana.password);
  await shared.getByRole('button', { name: 'Login with credentials' }).click();
  await expect(shared).toHaveURL(`${app.origin}/users/${ben.uniqueCode}`);
  await expect(title(shared, 'Profile')).toBeVisible();
  expect(await historyLength(shared)).toBe(2);
  await shared.goBack();
  await expect(title(shared, 'Friends')).toBeVisible();
  await shared.close();
  await arriveSignedIn(home, app.origin, ana);
  for (const [path, shown] of [
    ['/', 'Me'],
    ['/reset-password', 'Me'],
    ['/profile/messages', 'Chats'],
    ['/posts?show=mine', 'Posts'],
  ] as const) {
    const page = await openFreshWindow(home, app.origin + path);
    await expect(title(page, shown)).toBeVisible();
    expect(await historyLength(page)).toBe(1);
    await page.close();
  }

  const linked = await openFreshWindow(home, `${app.origin}/icons/tambay.svg`);
  await linked.goto(`${app.origin}/profile/outbox`);
  await expect(title(linked, 'Outbox')).toBeVisible();
  expect(await historyLength(linked)).toBe(2);
  await linked.close();

  // Whether Playwright has touched the page before it starts is chance; here nobody has.
  await context.addInitScript(() =>
    Object.defineProperty(UserActivation.prototype, 'hasBeenActive', { get: () => false }),
  );
  const scanned = await openFreshWindow(home, `${app.origin}/profile/scan#q=${'0123456789ABCDEFGHJKMNPQRS'}`);
  await expect(scanned.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
  await expect(scanned).toHaveURL(`${app.origin}/profile/scan`);
  expect(await historyLength(scanned)).toBe(2);
  await scanned.goBack();
  await expect(scanned).toHaveURL(`${app.origin}/profile`);
  await context.close();
});

test('back leads to the root although nobody has touched the screen, and is let go at the first touch', async ({
  browser,
}) => {
  const context = await browser.newContext(androidPhone);
  await watchBack(context);
  const home = await context.newPage();
  await arriveSignedIn(home, app.origin, ana);
  const isAsked = (page: Page): Promise<boolean> => page.evaluate(() => window.tambayTestBack?.() ?? false);

  const read = await openFreshWindow(home, `${app.origin}/chats/${ben.uniqueCode}`);
  await expect(message(read, 'Kita tayo bukas')).toBeVisible();
  // Chromium's button skips what a page made untouched: the app has to answer it.
  expect(await isAsked(read)).toBe(true);
  await expect(read).toHaveURL(`${app.origin}/profile/messages`);
  await expect(title(read, 'Chats')).toBeVisible();
  expect(await isAsked(read)).toBe(false);
  await read.close();

  const answered = await openFreshWindow(home, `${app.origin}/chats/${ben.uniqueCode}`);
  await expect(message(answered, 'Kita tayo bukas')).toBeVisible();
  await composer(answered).tap();
  expect(await isAsked(answered)).toBe(false);
  await answered.goBack();
  await expect(answered).toHaveURL(`${app.origin}/profile/messages`);
  await context.close();
});

test('back closes a sheet, a menu, a question and a picture, and stays on the screen', async ({
  browser,
}) => {
  await postAs(app.origin, ben, 'Nasa ilog kami');
  const context = await browser.newContext(androidPhone);
  await watchBack(context);
  const page = await context.newPage();

  await arriveSignedIn(page, app.origin, ana, '/posts');
  await postCard(page, 'Nasa ilog kami').getByRole('button', { name: 'Post options' }).tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await pressBack(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`${app.origin}/posts`);

  await page.goto(`${app.origin}/users/${ben.uniqueCode}`);
  await page.getByRole('button', { name: 'More', exact: true }).tap();
  await expect(page.getByRole('menu')).toBeVisible();
  await pressBack(page);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(title(page, 'Profile')).toBeVisible();

  await page.goto(`${app.origin}/profile`);
  await page.getByRole('button', { name: 'Sign out' }).tap();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await pressBack(page);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page).toHaveURL(`${app.origin}/profile`);

  await page.goto(`${app.origin}/chats/${ben.uniqueCode}`);
  await attach(page, [await photoFile('ilog.jpg', 'teal', 400, 300)]);
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await page
    .getByRole('log')
    .getByRole('button', { name: /picture/i })
    .first()
    .tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await pressBack(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(composer(page)).toBeVisible();

  // Nothing lies over it any more: now it leaves.
  await pressBack(page);
  await expect(page).toHaveURL(`${app.origin}/profile`);
  await context.close();
});

test('back closes a menu on a page that was opened from another document, and leads there after that', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  const elsewhere = `${app.origin}/icons/tambay.svg`;
  const chat = `${app.origin}/chats/${ben.uniqueCode}`;
  await page.goto(elsewhere);
  await page.goto(chat);
  const more = page.getByRole('button', { name: 'More', exact: true });
  // Once and again: what was pushed for the first serves the second.
  for (let turn = 0; turn < 2; turn += 1) {
    await more.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await pressStoppable(page);
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(page).toHaveURL(chat);
  }
  // Closed by another hand, and from a screen further on.
  const openAndEscape = async (): Promise<void> => {
    await more.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  await openAndEscape();
  await page.getByRole('heading', { level: 1, name: 'Ben Cruz' }).click();
  await expect(page).not.toHaveURL(chat);
  await page.goBack();
  await expect(page).toHaveURL(chat);
  await expect(composer(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(elsewhere);

  // Also after the arrow of the app itself, which puts the root in the place of a screen with nothing below.
  await page.goto(chat);
  await openAndEscape();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(title(page, 'Chats')).toBeVisible();
  await pressStoppable(page);
  await expect(page).toHaveURL(elsewhere);
  await context.close();
});
