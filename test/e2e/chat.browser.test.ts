import { expect, type Locator, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { history, type Person, say, unseen } from '../support/browser-people.ts';
import {
  arriveSignedIn,
  chatRow,
  composer,
  conversation,
  expectArrived,
  expectState,
  makeGroup,
  message,
  openChat,
  write,
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

const sayMany = async (from: Person, to: Person, count: number, words = 'Line'): Promise<void> => {
  for (let number = 1; number <= count; number += 1) await say(app.origin, from, to, `${words} ${number}`);
};

/** Whether the end of the conversation is in view. */
const distanceFromEnd = (page: Page): Promise<number> =>
  conversation(page).evaluate((log) => {
    let scroller: Element | null = log;
    while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
    return scroller ? scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight : Number.NaN;
  });

test('the list counts what is new; opening the chat shows where it begins, and reading clears the count', async ({
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await sayMany(ben, ana, 3);
  await expect(chatRow(page, 'Ben Cruz')).toContainText('Line 3');
  await expect(chatRow(page, 'Ben Cruz').getByText('3', { exact: true })).toBeVisible();
  await openChat(page, 'Ben Cruz');
  await expect(conversation(page).getByText('Unseen')).toBeVisible();
  await expect.poll(() => unseen(app.origin, ana)).toBe(0);
  await page.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(page, 'Ben Cruz').getByText('3', { exact: true })).toHaveCount(0);
});

test('who reads further up is not moved: a pill counts what is new, and leads down', async ({ page }) => {
  await sayMany(ana, ben, 40, 'Old');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, 'Old 40')).toBeVisible();
  await conversation(page).hover();
  await page.mouse.wheel(0, -900);
  await expect(message(page, 'Old 40')).not.toBeInViewport();
  const before = await distanceFromEnd(page);
  await sayMany(ben, ana, 2, 'New');
  const pill = page.getByRole('button', { name: '2 new' });
  await expect(pill).toBeVisible();
  expect(await distanceFromEnd(page)).toBeGreaterThanOrEqual(before);
  await pill.click();
  await expect(message(page, 'New 2')).toBeInViewport();
  await expect(pill).toBeHidden();
});

test('what arrives in a long chat is followed, though the first of its drawn rows go as it comes', async ({
  page,
}) => {
  await sayMany(ana, ben, 58, 'Old');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, 'Old 58')).toBeInViewport();
  for (const words of ['New 1', 'New 2', 'New 3', 'New 4', 'New 5']) {
    await say(app.origin, ben, ana, words);
    await expect(message(page, words)).toBeInViewport();
  }
  await expect(page.getByRole('button', { name: /^\d+ new$/ })).toBeHidden();
});

test('older messages come as one scrolls to them, to the very first', async ({ page }) => {
  test.slow();
  // One's own: a chat with news would open at the first of them.
  await sayMany(ana, ben, 58, 'Line');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, 'Line 58')).toBeVisible();
  await conversation(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, -2_000);
    await expect(message(page, 'Line 1')).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(conversation(page).getByRole('progressbar')).toHaveCount(0);
});

test('at a desk Enter sends and Shift with Enter breaks the line', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await composer(page).focus();
  await page.keyboard.type('first line');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('second line');
  await page.keyboard.press('Enter');
  await expect(conversation(page).getByText('second line')).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  await expect(composer(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Record a voice message' })).toBeVisible();
});

test('Enter that ends a composition sends nothing and chooses nobody, in the order of Safari, too', async ({
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await makeGroup(page, 'Salitaan', 'Ben Cruz');
  /** What an input method makes of its last Enter: Safari has ended the composition before. */
  const endComposition = (field: Locator, isComposing: boolean) =>
    field.evaluate((element, isComposing) => {
      element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
      if (!isComposing) element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
      const init = { key: 'Enter', keyCode: 229, isComposing, bubbles: true, cancelable: true };
      element.dispatchEvent(new KeyboardEvent('keydown', init));
      if (isComposing) element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    }, isComposing);
  for (const isComposing of [true, false]) {
    await composer(page).fill('今日は');
    await endComposition(composer(page), isComposing);
    await expect(composer(page)).toHaveValue('今日は');
    await composer(page).fill('');
    await composer(page).pressSequentially('@Be');
    await expect(page.getByRole('option', { name: 'Ben Cruz' })).toBeVisible();
    await endComposition(composer(page), isComposing);
    await expect(composer(page)).toHaveValue('@Be');
  }
  await composer(page).fill('今日は晴れ');
  await composer(page).press('Enter');
  await expect(composer(page)).toHaveValue('');
  await expect(conversation(page).getByText('今日は晴れ')).toBeVisible();
  await expect(conversation(page).getByText('今日は', { exact: true })).toHaveCount(0);
});

test('a wide window shows list and chat side by side, a phone one after the other', async ({ page }) => {
  await sayMany(ben, ana, 1);
  await page.setViewportSize({ width: 1_280, height: 800 });
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect(chatRow(page, 'Ben Cruz').first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(conversation(page)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${app.origin}/profile/messages`);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('ticks say what happened: sent alone, delivered to a device, seen by eyes', async ({
  page,
  browser,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await write(page, 'Are you there?');
  await expectState(page, 'Are you there?', 'Sent');
  const other = await browser.newPage();
  await arriveSignedIn(other, app.origin, ben);
  await expectState(page, 'Are you there?', 'Delivered');
  await openChat(other, 'Ana Santos');
  await expectState(page, 'Are you there?', 'Seen');
  await other.close();
});

test('a message is not lost to a page that goes away in the moment of its sending, nor sent twice', async ({
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const texts = Array.from({ length: 6 }, (_, at) => `Bago magsara ${at + 1}`);
  for (const text of texts) {
    await composer(page).fill(text);
    // The key press and the end of the page in one task: nothing that is asked for can be answered between them.
    await Promise.all([
      page.waitForEvent('load'),
      page.evaluate(() => {
        document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
        location.reload();
      }),
    ]);
    await expect(message(page, text)).toBeVisible();
    await expect(composer(page)).toHaveValue('');
  }
  for (const text of texts) await expectArrived(page, text);
  const stored = await history(app.origin, ben, ana);
  expect(stored.map(({ content }) => content).filter((text) => text?.startsWith('Bago'))).toEqual(texts);
});
