import { expect, type Page } from '@playwright/test';
import { privateChatId } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { befriend, callAs, type Person, registerPerson, say, unseen } from '../support/browser-people.ts';
import {
  arriveSignedIn,
  bubble,
  chatRow,
  composer,
  conversation,
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
  await befriend(app.origin, ana, ben);
  await say(app.origin, ana, ben, 'Nandito na ako');
});

/** Rounded to hertz, the first of the two notes of a tone. */
const [SENT, RECEIVED] = [523, 784];
/** Notes every second note that starts: which tones this page has made since it was opened. */
const noteTones = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const notes: number[] = [];
    Reflect.set(window, 'testNotes', notes);
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      notes.push(Math.round(this.frequency.value));
      start.call(this, when);
    };
  });
const tonesOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const notes: number[] = Reflect.get(window, 'testNotes');
    return notes.filter((_note, index) => index % 2 === 0);
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

test('who hides receipts and presence, even without a network, shows neither and sees neither', async ({
  page,
  browser,
}) => {
  const dan = await registerPerson(app.origin, 'Dan', 'Uy');
  await befriend(app.origin, ana, dan);
  const theirs = await browser.newContext();
  const dans = await theirs.newPage();
  await arriveSignedIn(dans, app.origin, dan, '/profile/settings/privacy');
  await waitForShell(dans);
  await theirs.setOffline(true);
  for (const name of ['Send read receipts', 'Show when I am online']) {
    await dans.getByRole('switch', { name }).click();
    await expect(dans.getByRole('switch', { name })).not.toBeChecked();
  }
  await theirs.setOffline(false);
  await dans.goto(`${app.origin}/profile/settings`);
  await expect(dans.getByText('Everything is sent')).toBeVisible();

  await noteTones(page);
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Dan Uy');
  await write(page, 'Nabasa mo ba?');
  await expect.poll(() => tonesOf(page)).toEqual([SENT]);
  await dans.goto(`${app.origin}/profile/messages`);
  await openChat(dans, 'Ana Santos');
  await expect(message(dans, 'Nabasa mo ba?')).toBeVisible();
  await expect.poll(() => unseen(app.origin, dan)).toBe(0);
  await write(dans, 'Oo naman');
  await expect(message(page, 'Oo naman')).toBeVisible();
  await expect.poll(() => tonesOf(page)).toEqual([SENT, RECEIVED]);
  await expect.poll(() => unseen(app.origin, ana)).toBe(0);
  await expectState(page, 'Nabasa mo ba?', 'Delivered');
  await expectState(dans, 'Oo naman', 'Delivered');
  await expect(page.getByText('online', { exact: true })).toBeHidden();
  await expect(dans.getByText('online', { exact: true })).toBeHidden();
  await theirs.close();
});

test('who stops showing that they are there goes from the screen that has them open', async ({
  page,
  browser,
}) => {
  const cora = await registerPerson(app.origin, 'Cora', 'Lim');
  await befriend(app.origin, cora, ben);
  const hers = await browser.newContext();
  const coras = await hers.newPage();
  await arriveSignedIn(coras, app.origin, cora, '/profile/settings/privacy');
  await arriveSignedIn(page, app.origin, ben);
  await openChat(page, 'Cora Lim');
  const online = page.getByText('online', { exact: true });
  await expect(online).toBeVisible();
  await coras.getByRole('switch', { name: 'Show when I am online' }).click();
  await expect(online).toBeHidden();

  await coras.getByRole('switch', { name: 'Show when I am online' }).click();
  await expect(coras.getByRole('switch', { name: 'Show when I am online' })).toBeChecked();
  await coras.goto(`${app.origin}/profile/settings`);
  await expect(coras.getByText('Everything is sent')).toBeVisible();
  await page.goto(`${app.origin}/profile/messages`);
  await openChat(page, 'Cora Lim');
  await expect(online).toBeVisible();
  await callAs(app.origin, cora, 'PUT', `/users/${ben.id}/block`, undefined, { blocked: true });
  await expect(online).toBeHidden();
  await hers.close();
});

test('what waited for a network says when it was written and when it was sent', async ({ page }) => {
  const chatId = privateChatId(ana.id, ben.id);
  const writtenAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
  await callAs(app.origin, ben, 'POST', `/chats/${chatId}/messages`, undefined, {
    content: 'Galing sa bundok',
    writtenAt,
  });
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, 'Galing sa bundok')).toBeVisible();
  await expect(conversation(page).getByText(/^Written \d+:\d\d.* · sent \d+:\d\d/)).toBeVisible();
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
  await jump.getByRole('combobox').fill('ben');
  await jump.getByRole('combobox').press('Enter');
  await expect(composer(page)).toBeVisible();
});
