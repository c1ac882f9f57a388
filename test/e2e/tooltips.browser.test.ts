import { expect, type Page } from '@playwright/test';
import { befriend, callAs, registerPerson, say } from '../support/browser-people.ts';
import { arriveSignedIn, message } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** What can be pressed, shows no word, and does not say what it is to a mouse that rests on it. */
const findNameless = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const showsWord = (control: HTMLElement): boolean => {
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode: text } = texts;
        // What is only read out is a pixel.
        const isDrawn = (text.parentElement?.getBoundingClientRect().width ?? 0) > 2;
        if (isDrawn && /\p{L}/u.test(text.nodeValue ?? '')) return true;
      }
      return false;
    };
    return [...document.querySelectorAll<HTMLElement>('button, a[href]')]
      .filter((control) => control.querySelector('svg') !== null && control.checkVisibility())
      .filter((control) => !showsWord(control) && !control.title)
      .map((control) => control.outerHTML.slice(0, 160));
  });

test('at a desk every icon says what it does', async ({ app, page }) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  for (let line = 0; line < 40; line += 1) await say(app.origin, ben, ana, `Linya ${line}`);
  await callAs(app.origin, ben, 'POST', '/posts', undefined, { content: 'Maulan na umaga' });
  await page.setViewportSize({ width: 1_280, height: 800 });
  await arriveSignedIn(page, app.origin, ana);
  await expect(page.getByText('Linya 39')).toBeVisible();
  expect(await findNameless(page)).toEqual([]);
  await page.goto(`${app.origin}/posts`);
  await expect(page.getByText('Maulan na umaga').first()).toBeVisible();
  expect(await findNameless(page)).toEqual([]);
  await page.goto(`${app.origin}/chats/${ben.uniqueCode}`);
  await expect(page.getByRole('button', { name: /newest|new/ }).first()).toBeVisible();
  expect(await findNameless(page)).toEqual([]);
  await message(page, 'Linya 1').click({ button: 'right' });
  const reactions = page.getByRole('group', { name: 'React' });
  await expect(reactions.getByRole('button', { name: 'More' })).toBeVisible();
  expect(await findNameless(page)).toEqual([]);
});
