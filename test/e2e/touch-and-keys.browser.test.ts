import { setTimeout as delay } from 'node:timers/promises';
import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';
import { chatResponse } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
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

test('at a desk a slash leads to the search, and an @ to the members, by keys alone', async ({ page }) => {
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

  await page.goto(`${app.origin}/profile/messages`);
  await openChat(page, 'Barkada');
  await composer(page).focus();
  await page.keyboard.type('Uy @');
  const members = page.getByRole('listbox');
  await expect(members.getByRole('option')).toHaveCount(2);
  await expect(members.getByRole('option', { name: 'Ben Cruz' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(members.getByRole('option', { name: 'Cora Lim' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('Uy @Cora Lim ');
  await page.keyboard.type('tara');
  await page.keyboard.press('Enter');
  await expect(conversation(page).getByText('@Cora Lim', { exact: true })).toBeVisible();
  // Closed by Escape, the list stays closed, and the letters stay.
  await page.keyboard.type('@be');
  await expect(members).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(members).toBeHidden();
  await expect(composer(page)).toHaveValue('@be');
});
