import { expect, test } from '@playwright/test';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { findBarriers } from '../support/browser-looks.ts';
import { befriend, type Person, registerPerson, say } from '../support/browser-people.ts';
import { arriveSignedIn, bubble, chatRow, composer, message, openChat } from '../support/browser-steps.ts';

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  app = await startApp();
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  await say(app.origin, ana, ben, 'Nandito na ako');
});
test.afterAll(async () => {
  await app?.dispose();
});

test('one sees that the other is there and types, until the words come', async ({ page, browser }) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const other = await (await browser.newContext()).newPage();
  await arriveSignedIn(other, app.origin, ben);
  await expect(page.getByText('online', { exact: true })).toBeVisible();
  await openChat(other, 'Ana Santos');
  const types = page.getByText('typing…', { exact: true }).first();
  // A key now and then, as one types: what is said once holds for six seconds only.
  await expect(async () => {
    await composer(other).press('x');
    await expect(types).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await composer(other).fill('Sandali lang');
  await composer(other).press('Enter');
  await expect(message(page, 'Sandali lang')).toBeVisible();
  await expect(types).toBeHidden();
  await other.context().close();
  await expect(page.getByText('online', { exact: true })).toBeHidden();
});

test('at a desk the arrow up edits what I said last, Escape leaves it, and Ctrl K leads to a chat', async ({
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, 'Nandito na ako')).toBeVisible();
  await composer(page).press('ArrowUp');
  await expect(composer(page)).toHaveValue('Nandito na ako');
  await composer(page).press('Escape');
  await expect(composer(page)).toHaveValue('');
  await composer(page).press('ArrowUp');
  await composer(page).fill('Nandito na kami');
  await composer(page).press('Enter');
  await expect(bubble(page, 'Nandito na kami').getByText('edited')).toBeVisible();

  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Ben Cruz')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
  await page.keyboard.press('Control+k');
  const jump = page.getByRole('dialog', { name: 'Go to a chat' });
  await jump.getByRole('textbox').fill('ben');
  await jump.getByRole('textbox').press('Enter');
  await expect(composer(page)).toBeVisible();
});
