import { expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { type Person, say } from '../support/browser-people.ts';
import { arriveSignedIn, conversation, message, openChat } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

const phone = { width: 390, height: 844 };
/** Of the screen that an Android keyboard takes. */
const KEYBOARD_PX = 340;

let app: RunningApp;
let ana: Person;
let ben: Person;
test.use({ viewport: phone });
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.beforeEach(({ ana: first, ben: second }) => {
  [ana, ben] = [first, second];
});

/** One-word answers and long stories in turns: no row is as high as the list guesses before it has drawn it. */
const talk = async (turns: number): Promise<void> => {
  for (let turn = 1; turn <= turns; turn += 1) {
    await say(app.origin, ana, ben, `Line ${turn}`);
    await say(app.origin, ana, ben, `${turn}: ${'matagal ang dyip sa ulan, '.repeat((turn * 7) % 23)}`);
  }
};

/**
 * Scrolls back a little in every frame until the chat's beginning, and watches the words in the middle of the screen.
 * @returns by how many pixels they ever moved more or less than they were scrolled, and how many frames were watched
 */
const readBack = (page: Page): Promise<{ jumpPx: number; frames: number }> =>
  conversation(page).evaluate(async (log) => {
    let scroller: Element | null = log;
    while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
    if (!scroller) throw new Error('Nothing scrolls here');
    const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 2;
    const topOf = (row: Element): number => row.getBoundingClientRect().top;
    const nearest = (): Element | undefined =>
      Array.from(log.querySelectorAll('article')).toSorted(
        (a, b) => Math.abs(topOf(a) - middle) - Math.abs(topOf(b) - middle),
      )[0];
    const frame = (): Promise<number> => new Promise(requestAnimationFrame);
    let jumpPx = 0;
    let frames = 0;
    for (let stood = 0; stood < 60; ) {
      const watched = nearest();
      if (!watched) throw new Error('Nothing is in view');
      const from = topOf(watched);
      const before = scroller.scrollTop;
      scroller.scrollBy(0, -45);
      const scrolled = before - scroller.scrollTop;
      // A thumb moves the page and tells of it in one frame; a script tells a frame later.
      scroller.dispatchEvent(new Event('scroll'));
      await frame();
      await frame();
      // Only a row that is still drawn can tell.
      if (watched.isConnected) jumpPx = Math.max(jumpPx, Math.abs(topOf(watched) - from - scrolled));
      frames += 1;
      stood = scrolled === 0 ? stood + 1 : 0;
    }
    return { jumpPx, frames };
  });

test('the words under the eye do not move when older ones arrive above them', async ({ page }) => {
  test.slow();
  await talk(29);
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, 'Line 29')).toBeVisible();
  const { jumpPx, frames } = await readBack(page);
  await expect(message(page, 'Line 1')).toBeInViewport();
  expect(frames).toBeGreaterThan(60);
  expect(jumpPx).toBeLessThanOrEqual(1);
});

test('the keyboard covers nothing that is being read: neither at the end of a chat nor further up', async ({
  page,
}) => {
  await talk(20);
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const small = { width: phone.width, height: phone.height - KEYBOARD_PX };
  const newest = message(page, 'Line 20');
  await expect(newest).toBeInViewport();
  await page.setViewportSize(small);
  await expect(newest).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(phone);
  await conversation(page).hover();
  await page.mouse.wheel(0, -900);
  await expect(newest).not.toBeInViewport();
  const top = (): Promise<number> =>
    conversation(page)
      .locator('article')
      .evaluateAll(
        (rows) => rows.find((row) => row.getBoundingClientRect().top > 120)?.getBoundingClientRect().top ?? 0,
      );
  const before = await top();
  await page.setViewportSize(small);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
});
