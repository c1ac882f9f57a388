import { expect, type Page } from '@playwright/test';
import { SEEN_AFTER_MS } from '../../src/app/seen-tracker.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { callAs, type Person, say, unseen } from '../support/browser-people.ts';
import {
  arriveSignedIn,
  bubble,
  chatRow,
  composer,
  conversation,
  expectState,
  message,
  openChat,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.beforeEach(({ ana: first, ben: second }) => {
  [ana, ben] = [first, second];
});
test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'en-US' });

const sayMany = async (from: Person, to: Person, count: number, words: string) => {
  for (let line = 1; line <= count; line += 1) await say(app.origin, from, to, `${words} ${line}`);
};
const setVisible = (page: Page, isVisible: boolean) =>
  page.evaluate((visible) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      value: visible ? 'visible' : 'hidden',
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isVisible);

test('after an absence the chat stands at the first unseen message, and only what is read counts as seen', async ({
  page,
}) => {
  await sayMany(ana, ben, 20, 'Old');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, 'Old 20')).toBeInViewport();
  await setVisible(page, false);
  await sayMany(ben, ana, 40, 'New');
  await expect.poll(() => unseen(app.origin, ana)).toBe(40);
  await expect(page.getByRole('button', { name: /^\d+ new$/ })).toBeVisible();
  await setVisible(page, true);
  await expect(conversation(page).getByText('Unseen')).toBeInViewport();
  await expect(message(page, 'New 1')).toBeInViewport();
  await expect(message(page, 'New 40')).not.toBeInViewport();
  // What is in view is marked, and the rest stays unseen.
  await expect.poll(() => unseen(app.origin, ana)).toBeLessThan(40);
  expect(await unseen(app.origin, ana)).toBeGreaterThan(10);
  await page.getByRole('button', { name: /^\d+ new$/ }).click();
  await expect(message(page, 'New 40')).toBeInViewport();
  await expect.poll(() => unseen(app.origin, ana)).toBe(0);
});

test('the way down counts what is unseen below, also when the chat is opened again', async ({ page }) => {
  await sayMany(ana, ben, 20, 'Old');
  await sayMany(ben, ana, 40, 'New');
  await arriveSignedIn(page, app.origin, ana);
  const expectCount = async (before: number) => {
    await openChat(page, 'Ben Cruz');
    await expect(conversation(page).getByText('Unseen')).toBeInViewport();
    // What is in view has been marked by then.
    await expect.poll(() => unseen(app.origin, ana)).toBeLessThan(before);
    // What is in view may be marked in several steps.
    let left = 0;
    await expect(async () => {
      left = await unseen(app.origin, ana);
      await expect(page.getByRole('button', { name: `${left} new`, exact: true })).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    expect(left).toBeGreaterThan(0);
    return left;
  };
  const left = await expectCount(40);
  await page.getByRole('button', { name: 'Back' }).click();
  await expectCount(left);
});

test('a member who writes stays at the end, although what lies above is not marked as seen yet', async ({
  page,
}) => {
  await sayMany(ben, ana, 40, 'New');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, 'New 1')).toBeInViewport();
  // What is in view is marked; then the page is not looked at, and nothing more is.
  await expect.poll(() => unseen(app.origin, ana)).toBeLessThan(40);
  await setVisible(page, false);
  await page.getByRole('button', { name: /^\d+ new$/ }).click();
  await expect(message(page, 'New 40')).toBeInViewport();
  await composer(page).fill('Nandito na ako');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(message(page, 'Nandito na ako')).toBeInViewport();
  // It has arrived, and is in view still.
  await expectState(page, 'Nandito na ako', 'Sent');
  expect(await unseen(app.origin, ana)).toBeGreaterThan(0);
  await expect(message(page, 'Nandito na ako')).toBeInViewport();
});

test('what fits stands under the divider after an absence, too, and a reader who has scrolled up is not moved', async ({
  page,
}) => {
  await sayMany(ana, ben, 40, 'Old');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const divider = conversation(page).getByText('Unseen');
  await expect(message(page, 'Old 40')).toBeInViewport();
  await setVisible(page, false);
  await sayMany(ben, ana, 2, 'New');
  await expect(message(page, 'New 2')).toBeVisible();
  await setVisible(page, true);
  await expect(divider).toBeInViewport();
  await expect(message(page, 'New 1')).toBeInViewport();
  await expect(message(page, 'New 2')).toBeInViewport();
  await expect.poll(() => unseen(app.origin, ana)).toBe(0);

  await conversation(page).hover();
  await page.mouse.wheel(0, -700);
  await expect(message(page, 'New 2')).not.toBeInViewport();
  await expect(message(page, 'Old 25')).toBeInViewport();
  const place = async () => (await message(page, 'Old 25').boundingBox())?.y;
  const before = await place();
  await setVisible(page, false);
  await sayMany(ben, ana, 2, 'Later');
  await expect(page.getByRole('button', { name: '2 new' })).toBeVisible();
  await setVisible(page, true);
  expect(await place()).toBeCloseTo(before ?? 0, 0);
  await page.getByRole('button', { name: '2 new' }).click();
  await expect(message(page, 'Later 1')).toBeInViewport();
  await expect(divider).toBeInViewport();
  // It stands above what came while nobody looked, and no more above what came before.
  const [line, first] = [await divider.boundingBox(), await message(page, 'New 2').boundingBox()];
  expect(line?.y).toBeGreaterThan(first?.y ?? Number.POSITIVE_INFINITY);
});

test('a message that comes under an open sheet is seen when the sheet is gone', async ({ page }) => {
  await sayMany(ben, ana, 1, 'First');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect.poll(() => unseen(app.origin, ana)).toBe(0);
  await bubble(page, 'First 1').click({ button: 'right' });
  await expect(page.getByRole('dialog', { name: 'Message options' })).toBeVisible();
  await say(app.origin, ben, ana, 'Covered');
  await expect(message(page, 'Covered')).toBeAttached();
  // Three times as long as a message has to be looked at.
  const until = (await page.evaluate(() => performance.now())) + 3 * SEEN_AFTER_MS;
  await page.waitForFunction((time) => performance.now() > time, until);
  expect(await unseen(app.origin, ana)).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => unseen(app.origin, ana)).toBe(0);
});

test('a chat whose newest message is hidden is read to its end', async ({ page }) => {
  await say(app.origin, ben, ana, 'Line 1');
  const { id, chatId } = await say(app.origin, ben, ana, 'Line 2');
  await callAs(app.origin, ana, 'PUT', `/chats/${chatId}/messages/${id}/hidden`, undefined, { hidden: true });
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, 'Line 1')).toBeVisible();
  await expect.poll(() => unseen(app.origin, ana)).toBe(0);
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Ben Cruz').getByText('1', { exact: true })).toHaveCount(0);
});

test('a message that is deleted for everyone before it was seen does not count any more', async ({
  page,
}) => {
  const { id, chatId } = await say(app.origin, ben, ana, 'Line 1');
  await say(app.origin, ben, ana, 'Line 2');
  await arriveSignedIn(page, app.origin, ana);
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Ben Cruz').getByText('2', { exact: true })).toBeVisible();
  await callAs(app.origin, ben, 'DELETE', `/chats/${chatId}/messages/${id}`, undefined, undefined);
  await expect(chatRow(page, 'Ben Cruz').getByText('1', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\)/);
  expect(await unseen(app.origin, ana)).toBe(1);
});
