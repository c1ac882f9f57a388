import type { Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';
import { ownWords } from './own-words.ts';

/** What a look at a page finds wrong; each check answers with descriptions, empty when all is well. */

/** Nothing reaches beyond the window sideways, and no scroller scrolls sideways. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 30)}”`;
    const found: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
    for (const element of document.body.querySelectorAll('*')) {
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      const { overflowX, clip, clipPath } = getComputedStyle(element);
      const isHiddenForSight = clip !== 'auto' || clipPath !== 'none';
      if (!isHiddenForSight && (box.right > innerWidth + 1 || box.left < -1)) {
        found.push(`${name(element)} reaches ${Math.round(box.left)}…${Math.round(box.right)}`);
      }
      if (['auto', 'scroll'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1) {
        found.push(`${name(element)} scrolls sideways`);
      }
    }
    return found;
  });
}

const TARGET_PX = 44;

/** Everything that can be pressed answers a thumb: 44 px in both directions, measured by what a press would hit. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((size) => {
    const found: string[] = [];
    const targets = 'a[href], button, input, textarea, select, [role=button], [role=menuitem], [role=radio]';
    for (const element of document.querySelectorAll<HTMLElement>(targets)) {
      // Links inside a text are read first and pressed second (WCAG 2.5.8 exempts them).
      if (element.closest('[dir=auto]') || element.matches(':disabled')) continue;
      const shown = element.closest('label') ?? element;
      const box = shown.getBoundingClientRect();
      const isInView = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
      if (!isInView || box.width < 2 || box.height < 2 || !element.checkVisibility({ opacityProperty: true }))
        continue;
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      const middle = document.elementFromPoint(x, y);
      // Something else lies over it now: it is not there to be pressed.
      if (middle === null || !(shown.contains(middle) || middle.contains(shown))) continue;
      const reach = size / 2 - 1;
      const answers = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx, y + dy);
        return hit !== null && (shown.contains(hit) || hit.closest('label')?.contains(shown) === true);
      };
      const isWide = box.width >= size || (answers(-reach, 0) && answers(reach, 0));
      const isTall = box.height >= size || (answers(0, -reach) && answers(0, reach));
      if (!isWide || !isTall) {
        const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
        found.push(
          `${element.tagName.toLowerCase()} “${label.trim().slice(0, 30)}” ${Math.round(box.width)}×${Math.round(box.height)}`,
        );
      }
    }
    return found;
  }, TARGET_PX);
}

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * What axe finds, in the page itself and once per document: its adapter for Playwright reads the half megabyte three times
 * a look and opens a window of its own for the sum, which took ten times as long. The app has no frames.
 */
export async function judge(page: Page, options: RunOptions = {}): Promise<Result[]> {
  // A text that is still coming in has the colours of no state.
  await settle(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (asked) => {
    if (document.querySelector('iframe')) throw new Error('A frame: axe would have to be there, too');
    const result = await window.axe?.run(document, { ...asked, resultTypes: ['violations'] });
    if (!result) throw new Error('axe is not here');
    return result.violations;
  }, options);
}

/** Serious and critical findings of axe, colours included. */
export async function findBarriers(page: Page): Promise<string[]> {
  return describeSerious(await judge(page));
}

/** Only what another scheme can change: whether the colours can be told apart. */
export async function findFaintTexts(page: Page): Promise<string[]> {
  return describeSerious(await judge(page, { runOnly: ['color-contrast'] }));
}

function describeSerious(violations: readonly Result[]): string[] {
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
}

/** Waits for everything that moves and comes to an end. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const finite = document
      .getAnimations()
      .filter((each) => each.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map((each) => each.finished));
  });
}

/** Makes every text on the page half as long again, as a wordy language would. */
export async function stretchTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (text.trim() !== '') node.textContent = `${text} ${text.slice(0, Math.ceil(text.length / 2))}`;
    }
  });
}

/** The app's own words stand there whole: no ellipsis and no edge cuts them, where a name or a message may be cut. */
export function findCutWords(page: Page): Promise<string[]> {
  return page.evaluate((sources) => {
    const own = new RegExp(`^(?:${sources.join('|')})$`, 'u');
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const words = (node.textContent ?? '').trim();
      const parent = node.parentElement;
      if (!own.test(words) || !parent?.checkVisibility({ opacityProperty: true })) continue;
      // A field scrolls, and what was said last in a chat is a glimpse, no matter who said it.
      if (parent.matches('textarea') || /^\/chats\/[0-9A-Z]{13}$/.test(parent.closest('a')?.pathname ?? ''))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      const cut = (() => {
        for (let around: Element | null = parent; around !== null; around = around.parentElement) {
          const { overflowX, overflowY, clipPath } = getComputedStyle(around);
          // For screen readers alone.
          if (clipPath !== 'none') return false;
          const box = around.getBoundingClientRect();
          if (overflowX !== 'visible' && (text.right > box.right + 1 || text.left < box.left - 1))
            return true;
          // What is out of sight there is scrolled to.
          if (['auto', 'scroll'].includes(overflowY)) return false;
          // A line is a little lower than its letters may reach.
          if (overflowY !== 'visible' && (text.bottom > box.bottom + 4 || text.top < box.top - 4))
            return true;
        }
        return text.right > innerWidth + 1 || text.left < -1;
      })();
      if (cut) found.push(`${parent.tagName.toLowerCase()} cuts “${words.slice(0, 60)}”`);
    }
    return found;
  }, ownWords);
}
