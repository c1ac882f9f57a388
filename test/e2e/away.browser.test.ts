import { expect } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import { befriend, type Person, registerPerson, request, say } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { arriveSignedIn, chatRow, confirm, openChat, waitForShell, write } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** A shorter break needs no card. */
const BREAK_MS = 5_500;

let app: RunningApp;
let ana: Person;
let ben: Person;
let cora: Person;
test.beforeAll(async ({ app: shared }) => {
  app = shared;
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  cora = await registerPerson(app.origin, 'Cora', 'Lim');
  await befriend(app.origin, ana, ben);
});

test('after a tunnel one card says what changed, and leads there', async ({ page, context }) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await waitForShell(page);
  await context.setOffline(true);
  await write(page, 'Nasa tunnel ako');
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Ben Cruz')).toContainText('Nasa tunnel ako');
  const leftAt = Date.now();
  await say(app.origin, ben, ana, 'Nasaan ka na?');
  await say(app.origin, ben, ana, 'Hihintayin kita');
  await request(app.origin, cora, ana);
  await expect.poll(() => Date.now() - leftAt, { timeout: 2 * BREAK_MS }).toBeGreaterThan(BREAK_MS);
  await context.setOffline(false);

  const card = page.getByRole('region', { name: 'While you were away' });
  await expect(card.getByRole('button', { name: '2 new messages' })).toBeVisible();
  await expect(card.getByRole('button', { name: '1 friend request' })).toBeVisible();
  await expect(card.getByRole('button', { name: /sent/ })).toBeVisible();
  await expect(chatRow(page, 'Ben Cruz')).toContainText('2');
  await card.getByRole('button', { name: '2 new messages' }).click();
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Hihintayin kita');
  await expect(card).toBeHidden();
});

test('what was written, taken back or merely read without a network is counted for what it is', async ({
  page,
  context,
}) => {
  const dodong = await registerPerson(app.origin, 'Dodong', 'Reyes');
  await befriend(app.origin, dodong, ben);
  await say(app.origin, ben, dodong, 'Kumusta?');
  await arriveSignedIn(page, app.origin, dodong);
  await waitForShell(page);
  await context.setOffline(true);
  const leftAt = Date.now();
  await openChat(page, 'Ben Cruz');
  for (const words of ['Una', 'Ikalawa', 'Bawiin']) await write(page, words);
  await expect.poll(() => dumpDatabases(page, ['outbox'])).toContain('markSeen');
  await page.getByRole('button', { name: 'Back' }).click();
  // How far one has read waits, too, and is nothing that a member waits for.
  await page.getByRole('link', { name: 'Me 3 in the outbox', exact: true }).click();
  await page.getByRole('link', { name: /^Outbox/ }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
  const last = page.getByRole('listitem').filter({ hasText: '“Bawiin”' });
  await last.getByRole('button', { name: "Don't send" }).click();
  await confirm(page, "Don't send");
  await expect(last).toHaveCount(0);
  await expect.poll(() => Date.now() - leftAt, { timeout: 2 * BREAK_MS }).toBeGreaterThan(BREAK_MS);
  await context.setOffline(false);
  const card = page.getByRole('region', { name: 'While you were away' });
  await expect(card.getByRole('button')).toHaveText(['', '2 things of yours were sent']);

  // A second break while the card still stands: what it said is not forgotten.
  await context.setOffline(true);
  const leftAgainAt = Date.now();
  await page.getByRole('link', { name: 'Chats' }).click();
  await openChat(page, 'Ben Cruz');
  await write(page, 'Ikatlo');
  await expect.poll(() => Date.now() - leftAgainAt, { timeout: 2 * BREAK_MS }).toBeGreaterThan(BREAK_MS);
  await context.setOffline(false);
  await expect(card.getByRole('button')).toHaveText(['', '3 things of yours were sent']);
});

test('what was tried in vain and is taken back is not counted as sent', async ({ page, context }) => {
  const fe = await registerPerson(app.origin, 'Fe', 'Ramos');
  await befriend(app.origin, fe, ben);
  await arriveSignedIn(page, app.origin, fe);
  await waitForShell(page);
  await openChat(page, 'Ben Cruz');
  // It leaves, and nobody knows how far it came.
  await context.route(/\/sync\/push/, async (route) => {
    await context.setOffline(true);
    await route.abort();
  });
  await write(page, 'Bawiin');
  const leftAt = Date.now();
  await expect(page.getByRole('status').filter({ hasText: 'Offline –' })).toBeVisible();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await write(page, 'Ipadala');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'Me 2 in the outbox', exact: true }).click();
  await page.getByRole('link', { name: /^Outbox/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: '“Bawiin”' });
  await row.getByRole('button', { name: "Don't send" }).click();
  await confirm(page, "Don't send");
  await expect(row).toContainText('Being taken back');
  await expect.poll(() => Date.now() - leftAt, { timeout: 2 * BREAK_MS }).toBeGreaterThan(BREAK_MS);
  await context.setOffline(false);
  const card = page.getByRole('region', { name: 'While you were away' });
  await expect(card.getByRole('button')).toHaveText(['', '1 thing of yours was sent']);
});

test('a post that waits for its picture withholds no card, and posts that were sent lead to the posts', async ({
  page,
  context,
}) => {
  const eman = await registerPerson(app.origin, 'Eman', 'Bautista');
  await arriveSignedIn(page, app.origin, eman, '/posts');
  await waitForShell(page);
  await page.route(/\/api\/v1\/files/, () => undefined);
  await context.setOffline(true);
  const post = async (words: string, pictures: Parameters<typeof attach>[1]) => {
    await page.goto(`${app.origin}/posts/create`);
    await page.getByLabel('Say something').fill(words);
    await attach(page, pictures);
    await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(
      pictures.length,
    );
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(page).toHaveURL(`${app.origin}/posts`);
  };
  await post('Walang retrato', []);
  await post('May retrato', [await photoFile('dagat.jpg', 'teal', 400, 300)]);
  await page.getByRole('link', { name: 'Chats' }).click();
  const leftAt = Date.now();
  await expect.poll(() => Date.now() - leftAt, { timeout: 2 * BREAK_MS }).toBeGreaterThan(BREAK_MS);
  await context.setOffline(false);
  const card = page.getByRole('region', { name: 'While you were away' });
  await expect(card.getByRole('button')).toHaveText(['', '1 thing of yours was sent']);
  await card.getByRole('button', { name: '1 thing of yours was sent' }).click();
  await expect(page).toHaveURL(`${app.origin}/posts`);
});
