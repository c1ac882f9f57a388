import { expect, test } from '@playwright/test';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { befriend, type Person, registerPerson, request, say } from '../support/browser-people.ts';
import { arriveSignedIn, chatRow, openChat, waitForShell, write } from '../support/browser-steps.ts';

/** A shorter break needs no card. */
const BREAK_MS = 5_500;

let app: RunningApp;
let ana: Person;
let ben: Person;
let cora: Person;
test.beforeAll(async () => {
  app = await startApp();
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  cora = await registerPerson(app.origin, 'Cora', 'Lim');
  await befriend(app.origin, ana, ben);
});
test.afterAll(async () => {
  await app?.dispose();
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
