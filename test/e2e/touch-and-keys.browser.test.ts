import { setTimeout as delay } from 'node:timers/promises';
import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';
import { chatResponse } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { befriend, callAs, type Person, registerPerson, say } from '../support/browser-people.ts';
import {
  arriveSignedIn,
  chatRow,
  composer,
  conversation,
  message,
  openChat,
  waitForShell,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** What a finger does on a phone and a keyboard at a desk, each with its twin for those who have neither. */

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async ({ app: shared }) => {
  app = shared;
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  await say(app.origin, ben, ana, 'Una');
  await say(app.origin, ben, ana, 'Ikalawa');
});

const middleOf = async (place: Locator): Promise<{ x: number; y: number }> => {
  const box = await place.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** One finger, by the browser's own input: gestures, and the menu of a held finger, come as on a phone. */
const finger = (input: CDPSession) => ({
  down: (x: number, y: number) =>
    input.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] }),
  move: (x: number, y: number) =>
    input.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] }),
  up: () => input.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
});

const options = (page: Page): Locator => page.getByRole('dialog', { name: 'Message options' });

test('a held finger opens the options as a sheet, a swipe to the right answers; both have a button', async ({
  browser,
}) => {
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, 'Ikalawa')).toBeVisible();
  const touch = finger(await context.newCDPSession(page));

  const words = await middleOf(message(page, 'Ikalawa'));
  await touch.down(words.x, words.y);
  await expect(options(page)).toBeVisible();
  // The browser's own idea of a held finger comes a little later: it must not make a menu at the finger of the sheet. And
  // the finger leaves over what the sheet offers: that chooses nothing.
  await delay(600);
  await touch.up();
  await delay(300);
  await expect(options(page).getByRole('button', { name: 'Reply', exact: true })).toBeInViewport();
  // The message that it is about stands above the sheet, out of what is dimmed.
  const lifted = page.locator('[inert] article');
  await expect(lifted).toContainText('Ikalawa');
  const top = (await options(page).boundingBox())?.y ?? 0;
  const liftedBox = await lifted.boundingBox();
  expect((liftedBox?.y ?? 0) + (liftedBox?.height ?? 0)).toBeLessThanOrEqual(top);
  const sheet = await options(page).boundingBox();
  expect(sheet).toMatchObject({ x: 0, width: 390 });
  await page.keyboard.press('Escape');
  await expect(options(page)).toBeHidden();

  const answering = page.getByText('Reply to Ben Cruz');
  await touch.down(words.x, words.y);
  for (const dx of [10, 30, 50, 70]) await touch.move(words.x + dx, words.y);
  await touch.up();
  await expect(answering).toBeVisible();
  await page.getByRole('button', { name: 'Do not reply' }).click();
  await expect(answering).toBeHidden();
  // Not far enough, or rather down: nothing.
  await touch.down(words.x, words.y);
  for (const dx of [10, 25, 40]) await touch.move(words.x + dx, words.y);
  await touch.up();
  await expect(answering).toBeHidden();

  const article = conversation(page).getByRole('article').filter({ hasText: 'Ikalawa' });
  await article.getByRole('button', { name: 'Reply' }).dispatchEvent('click');
  await expect(answering).toBeVisible();
  await expect(page.locator('[inert] article')).toHaveCount(0);
  await article.getByRole('button', { name: 'Message options' }).dispatchEvent('click');
  await expect(options(page)).toBeVisible();
  await context.close();
});

test('a list that is pulled down asks for what is new; without a network it says how old that is what one sees', async ({
  browser,
}) => {
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  const touch = finger(await context.newCDPSession(page));
  const pull = async (toPx: number): Promise<void> => {
    await touch.down(195, 300);
    for (let y = 320; y <= 300 + toPx; y += 20) await touch.move(195, y);
    await touch.up();
  };
  const isAsked = (): Promise<unknown> =>
    page.waitForResponse((answer) => answer.url().endsWith('/sync/pull'));
  const savedAt = page.getByText('Offline – showing what was saved');

  const places: readonly [route: string, shown: Locator][] = [
    ['/profile/messages', chatRow(page, 'Ben Cruz')],
    ['/profile/friends', page.getByRole('link', { name: 'Ben Cruz' })],
    ['/profile/friend-requests', page.getByText('No request')],
  ];
  for (const [route, shown] of places) {
    await page.goto(`${app.origin}${route}`);
    await expect(shown).toBeVisible();
    await expect(page.getByText('Up to date')).toBeHidden();
    const asked = isAsked();
    await pull(200);
    await asked;
    await expect(savedAt).toBeHidden();
  }

  await waitForShell(page);
  await context.setOffline(true);
  // Not far enough: nothing was asked for, nothing is said.
  await pull(100);
  await expect(savedAt).toBeHidden();
  await pull(200);
  await expect(savedAt).toBeVisible();
  // Who has no finger: the button of the settings.
  await expect(savedAt).toBeHidden();
  await page.goto(`${app.origin}/profile/settings`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(savedAt).toBeVisible();
  await context.close();
});

test('a desk is driven by keys alone: search, lists, chats, their messages and members', async ({ page }) => {
  await page.setViewportSize({ width: 1_280, height: 800 });
  const cora = await registerPerson(app.origin, 'Cora', 'Lim');
  await befriend(app.origin, ana, cora);
  const body = { type: 'GROUP', name: 'Barkada', users: [ben.id, cora.id] };
  await callAs(app.origin, ana, 'POST', '/chats', chatResponse, body);
  await arriveSignedIn(page, app.origin, ana);
  await expect(chatRow(page, 'Barkada')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page).toHaveURL(/\/search/);
  await expect(page.getByRole('search').getByRole('textbox').last()).toBeFocused();
  await page.keyboard.type('ikal');
  await expect(page.locator('mark', { hasText: 'Ikal' })).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/profile.messages/);

  // The list is one stop of Tab: arrows lead from row to row.
  const rows = page.locator('[data-chat] [data-row]');
  await expect(rows).toHaveCount(3);
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  expect(
    await rows.evaluateAll((all) => all.map((row) => (row instanceof HTMLElement ? row.tabIndex : 1))),
  ).toEqual([-1, 0, -1]);
  await page.keyboard.press('Tab');
  await expect(rows.nth(1)).not.toBeFocused();
  expect(await page.evaluate(() => document.activeElement?.matches('[data-row]') ?? false)).toBe(false);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('One step back')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  // Ctrl and K: the field has the focus, the first chat is chosen, arrows choose others.
  await page.keyboard.press('Control+k');
  const jump = page.getByRole('dialog', { name: 'Go to a chat' });
  await expect(jump.getByRole('combobox')).toBeFocused();
  await expect(jump.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(jump.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.type('bark');
  await expect(jump.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(jump).toBeHidden();
  // An open chat has its field focused, and a letter that is typed elsewhere goes there.
  await expect(composer(page)).toBeFocused();
  const field = await composer(page).boundingBox();
  const column = await conversation(page).boundingBox();
  if (!field || !column) throw new Error('They are not on the screen.');
  expect(field.x).toBeGreaterThanOrEqual(column.x);
  expect(field.x + field.width).toBeLessThanOrEqual(column.x + column.width);
  await conversation(page).focus();
  await page.keyboard.type('*Uy* @');
  await expect(composer(page)).toBeFocused();
  const members = page.getByRole('listbox');
  await expect(members.getByRole('option')).toHaveCount(2);
  await expect(members.getByRole('option', { name: 'Ben Cruz' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(members.getByRole('option', { name: 'Cora Lim' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('*Uy* @Cora Lim ');
  await page.keyboard.type('tara');
  await page.keyboard.press('Enter');
  await expect(conversation(page).getByText('@Cora Lim', { exact: true })).toBeVisible();
  // Drawn bold; what is edited is what was typed.
  const bold = conversation(page).locator('strong', { hasText: /^Uy$/ });
  await expect(bold).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  const own = conversation(page).getByRole('article').filter({ hasText: 'tara' });
  await expect(own.getByTitle('Sent', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(composer(page)).toHaveValue('*Uy* @Cora Lim tara');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toHaveValue('');
  const { x, y } = await middleOf(bold);
  await page.mouse.click(x, y, { button: 'right' });
  const menu = await options(page).boundingBox();
  if (!menu) throw new Error('There is no menu.');
  // At the pointer, as far as the screen has room.
  expect(menu.x).toBeLessThanOrEqual(x + 8);
  expect(menu.x + menu.width).toBeGreaterThanOrEqual(x - 8);
  expect(Math.min(Math.abs(menu.y - y), Math.abs(menu.y + menu.height - y))).toBeLessThan(16);
  await page.keyboard.press('Escape');
  await expect(options(page)).toBeHidden();
  await composer(page).focus();
  // Closed by Escape, the list stays closed, and the letters stay.
  await page.keyboard.type('@be');
  await expect(members).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(members).toBeHidden();
  await expect(composer(page)).toHaveValue('@be');
  // And once more: the chat, with its row focused in the list beside it. The letters are its draft.
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/profile.messages/);
  await expect(chatRow(page, 'Barkada')).toBeFocused();
  await expect(chatRow(page, 'Barkada')).toContainText('@be');
});
