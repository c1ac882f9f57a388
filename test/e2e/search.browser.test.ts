import { expect, type Page } from '@playwright/test';
import { chatResponse, newId } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { findBarriers, findOverflow, settle } from '../support/browser-layout.ts';
import {
  befriend,
  callAs,
  logIn,
  type Person,
  registerPerson,
  say,
  unseen,
} from '../support/browser-people.ts';
import { postAs } from '../support/browser-posts.ts';
import {
  arriveSignedIn,
  bubble,
  chatRow,
  conversation,
  expectArrived,
  expectState,
  message,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async ({ app: shared }) => {
  app = shared;
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  const cora = await registerPerson(app.origin, 'Cora', 'Niñonuevo');
  await befriend(app.origin, ana, ben);
  await befriend(app.origin, ana, cora);
  await say(app.origin, ben, ana, 'Nasaan ang susi ng Niño?');
  for (let round = 1; round <= 55; round += 1) {
    await say(app.origin, ana, ben, `Sagot bilang ${round}`);
    await say(app.origin, ben, ana, `Tanong bilang ${round}`);
  }
});

const field = (page: Page) => page.getByRole('textbox', { name: 'Search everything' });
const found = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words });

const openSearch = async (page: Page, words: string): Promise<void> => {
  await page.goto(`${app.origin}/profile/messages`);
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await expect(field(page)).toBeFocused();
  await field(page).pressSequentially(words);
};

test('everything on the device is found without a network, and a result leads to the very message', async ({
  page,
  context,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  // It opens at what is unseen, and leads on to the newest.
  await page.getByRole('button', { name: /new/ }).last().click();
  await expect(message(page, 'Tanong bilang 55')).toBeInViewport();
  // Looked at for long enough to count as seen.
  await expect.poll(() => unseen(app.origin, ana)).toBe(0);
  // The reader goes back to the beginning; what was read stays on the device.
  await conversation(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, -4_000);
    await expect(message(page, 'Nasaan ang susi ng Niño?')).toBeInViewport({ timeout: 250 });
  }).toPass();
  await waitForShell(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Back' }).click();

  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await expect(field(page)).toBeFocused();
  await field(page).pressSequentially('NIN');
  await expect(found(page, 'Nasaan ang susi ng Niño?').locator('mark')).toHaveText(['Niño']);
  await expect(found(page, 'Cora Niñonuevo').first()).toBeVisible();
  await settle(page);
  expect(await findBarriers(page)).toEqual([]);
  expect(await findOverflow(page)).toEqual([]);
  // With huge letters on a phone each choice has a row of its own.
  const choices = ['All', 'Messages', 'People', 'Posts', 'Chats'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  );
  const rowsOfChoices = async (): Promise<number> =>
    new Set(await Promise.all(choices.map(async (choice) => (await choice.boundingBox())?.y))).size;
  const { width, height } = page.viewportSize() ?? { width: 1_280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    document.documentElement.dataset['textSize'] = 'huge';
  });
  await expect.poll(rowsOfChoices).toBe(choices.length);
  expect(await findOverflow(page)).toEqual([]);
  await page.evaluate(() => {
    delete document.documentElement.dataset['textSize'];
  });
  await expect.poll(rowsOfChoices).toBeLessThan(choices.length);
  await page.setViewportSize({ width, height });
  await page.getByRole('button', { name: 'People', exact: true }).click();
  await expect(found(page, 'Nasaan ang susi')).toHaveCount(0);
  await expect(found(page, 'Cora Niñonuevo')).toHaveCount(1);
  await page.getByRole('button', { name: 'Messages', exact: true }).click();

  await found(page, 'Nasaan ang susi').getByRole('link').click();
  await expect(message(page, 'Nasaan ang susi ng Niño?')).toBeInViewport();
  // The window is around it: the newest one is far away, and one tap leads back.
  await expect(message(page, 'Tanong bilang 55')).toHaveCount(0);
  await page.getByRole('button', { name: 'Go to the newest message' }).click();
  await expect(message(page, 'Tanong bilang 55')).toBeInViewport();
  await write(page, 'Bagong susi sa lamesa');
  await expectState(page, 'Bagong susi sa lamesa', 'Waiting to be sent');

  // What was just written is found, in this chat as everywhere, by keyboard alone.
  // It stays in the chat: the newest hit is shown, the arrows lead to the others and around.
  await page.getByRole('button', { name: 'Search in this chat' }).click();
  const inChat = page.getByRole('textbox', { name: 'Search in this chat' });
  await expect(inChat).toBeFocused();
  await inChat.pressSequentially('susi');
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
  await expect(message(page, 'Bagong susi sa lamesa')).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible();
  await expect(message(page, 'Nasaan ang susi ng Niño?')).toBeInViewport();
  await settle(page);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Newer result' }).click();
  await expect(message(page, 'Bagong susi sa lamesa')).toBeInViewport();
  await inChat.press('Escape');
  await expect(inChat).toBeHidden();
  await expect(page).toHaveURL(/\/chats\//);

  await context.setOffline(false);
  await expectArrived(page, 'Bagong susi sa lamesa');
});

test('posts and chats are found, each under a filter of its own, without a network', async ({
  page,
  context,
}) => {
  await postAs(app.origin, ben, 'Nawala ang sapatos ko sa palengke');
  const group = { type: 'GROUP', name: 'Sapatos at tsinelas', users: [ben.id] };
  await callAs(app.origin, ana, 'POST', '/chats', undefined, group);
  await arriveSignedIn(page, app.origin, ana);
  await expect(page.getByRole('link').filter({ hasText: 'Sapatos at tsinelas' })).toBeVisible();
  await waitForShell(page);
  await page.goto(`${app.origin}/posts`);
  await expect(page.getByText('Nawala ang sapatos ko')).toBeVisible();
  await context.setOffline(true);
  await openSearch(page, 'sapatos');
  const [post, chat] = [found(page, 'Nawala ang sapatos'), found(page, 'Sapatos at tsinelas')];
  await expect(post).toHaveCount(1);
  await expect(chat).toHaveCount(1);
  await page.getByRole('button', { name: 'Posts', exact: true }).click();
  await expect(chat).toHaveCount(0);
  await expect(post).toHaveCount(1);
  await page.getByRole('button', { name: 'Chats', exact: true }).click();
  await expect(post).toHaveCount(0);
  await chat.getByRole('link').click();
  await expect(page).toHaveURL(/\/chats\//);
  await expect(page.getByRole('heading', { name: 'Sapatos at tsinelas' })).toBeVisible();
});

test('a deleted message is found no more, many results come page by page, and signing out leaves no index', async ({
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await expect(chatRow(page, 'Ben Cruz')).toBeVisible();
  await openSearch(page, 'bilang');
  const results = page.getByRole('region', { name: 'Search' });
  await expect(results.getByRole('status')).toContainText('results');
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  await expect(results.getByRole('listitem')).toHaveCount(30);
  await page.getByRole('button', { name: 'Show more' }).click();
  // This device holds the newest fifty of the chat.
  await expect.poll(() => results.getByRole('listitem').count()).toBeGreaterThan(40);

  await openSearch(page, 'lihim');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.goto(`${app.origin}/profile/messages`);
  await openChat(page, 'Ben Cruz');
  await write(page, 'Lihim natin ito');
  await expectArrived(page, 'Lihim natin ito');
  await openSearch(page, 'lihim');
  await found(page, 'Lihim natin ito').getByRole('link').click();
  await bubble(page, 'Lihim natin ito').click({ button: 'right' });
  const options = page.getByRole('dialog', { name: 'Message options' });
  await options.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete for everyone' }).click();
  await expect(message(page, 'Message deleted')).toBeVisible();
  await openSearch(page, 'lihim');
  await expect(page.getByText('Nothing found')).toBeVisible();

  await page.goto(`${app.origin}/profile`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${app.origin}/`);
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain(`tambay-search-${ana.id}`);
});

test('a name that runs from right to left leaves the words that were found after it where they are', async ({
  page,
}) => {
  // A story before may have signed her out.
  const { accessToken } = await logIn(app.origin, ana);
  const member = { ...ana, token: accessToken };
  const layla = await registerPerson(app.origin, 'Layla', 'Hasan');
  const names = { firstName: 'ليلى', lastName: 'حسن' };
  await callAs(app.origin, layla, 'PUT', `/users/${layla.id}`, undefined, names);
  await befriend(app.origin, member, layla);
  const group = { id: newId(), type: 'GROUP', name: 'Kapitbahay', users: [layla.id] };
  const { data: chat } = await callAs(app.origin, member, 'POST', '/chats', chatResponse, group);
  await callAs(app.origin, layla, 'POST', `/chats/${chat.id}/messages`, undefined, {
    content: '12 sapatilya',
  });
  await arriveSignedIn(page, app.origin, member);
  await expect(chatRow(page, 'Kapitbahay')).toBeVisible();
  await openSearch(page, 'sapatilya');
  await expect(found(page, '12 sapatilya')).toContainText('\u2068ليلى\u2069: 12 sapatilya');
  await page.goto(`${app.origin}/users/${layla.uniqueCode}`);
  await expect(page.getByRole('heading', { level: 2, name: 'ليلى حسن' })).toHaveCSS('direction', 'rtl');
});

test('a result that is tapped right after the last key is opened, however long its screen takes', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  let letIn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  // The story before has signed her out.
  const { accessToken } = await logIn(app.origin, ana);
  await arriveSignedIn(page, app.origin, { ...ana, token: accessToken });
  await expect(chatRow(page, 'Ben Cruz')).toBeVisible();
  await page.route(/assets\/_member\._friends\.users\._uniqueCode-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await field(page).pressSequentially('Niñonuevo');
  await page.locator('a[href^="/users/"]').filter({ hasText: 'Cora' }).click();
  await expect(page).toHaveURL(/\/users\//);
  // What was typed is written into the address a moment after the last key: not any more.
  await expect(page.waitForURL(/\/search/, { timeout: 1_500 })).rejects.toThrow('Timeout');
  letIn();
  await expect(page.getByRole('heading', { name: 'Cora Niñonuevo' })).toBeVisible();
  await context.close();
});
