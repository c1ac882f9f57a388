import { expect, type Locator } from '@playwright/test';
import { callAs, say } from '../support/browser-people.ts';
import { postAs, postCard } from '../support/browser-posts.ts';
import { arriveSignedIn, chatRow, composer, message, openChat } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** What is written from right to left, among people who read from left to right. */

test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

/** A Latin name ends it: in a line that runs from left to right it would stand at the far right. */
const WORDS = 'مرحبا يا Ana';

/** Whether the first letter stands to the right of the last one. */
const runsLeft = (text: Locator): Promise<boolean> =>
  text.evaluate((element, words) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const start = node.textContent?.indexOf(words) ?? -1;
      if (start < 0) continue;
      const leftOf = (at: number): number => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().left;
      };
      return leftOf(start) > leftOf(start + words.length - 1);
    }
    throw new Error('These words are not in it');
  }, WORDS);

test('posts, comments, messages and rows of chats run as they were written', async ({
  page,
  app,
  ana,
  ben,
}) => {
  const postId = await postAs(app.origin, ben, WORDS, { privacy: 'PUBLIC' });
  await callAs(app.origin, ben, 'POST', `/posts/${postId}/comments`, undefined, { content: `${WORDS}!` });
  await say(app.origin, ben, ana, WORDS);
  await arriveSignedIn(page, app.origin, ana);
  await expect(chatRow(page, 'Ben Cruz')).toContainText(WORDS);
  expect(await runsLeft(chatRow(page, 'Ben Cruz')), 'row').toBe(true);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, WORDS)).toBeVisible();
  expect(await runsLeft(message(page, WORDS)), 'message').toBe(true);
  await page.goto(`${app.origin}/posts`);
  await expect(postCard(page, WORDS)).toBeVisible();
  expect(await runsLeft(postCard(page, WORDS)), 'post').toBe(true);
  await page.goto(`${app.origin}/posts/${postId}`);
  const comment = page.getByText(`${WORDS}!`);
  await expect(comment).toBeVisible();
  expect(await runsLeft(comment), 'comment').toBe(true);
});

test('what is typed runs as it is written, in every field', async ({ page, app, ana, ben }) => {
  const postId = await postAs(app.origin, ben, 'Kumusta', { privacy: 'PUBLIC' });
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const run = async (field: Locator, what: string): Promise<void> => {
    await field.fill(WORDS);
    await expect(field, what).toHaveCSS('direction', 'rtl');
    await field.fill('Kumusta');
    await expect(field, what).toHaveCSS('direction', 'ltr');
    await field.fill('');
  };
  await run(composer(page), 'message');
  for (const [path, name] of [
    [`/posts/${postId}`, 'Write a comment'],
    ['/posts/create', /./],
    ['/search', 'Search everything'],
    ['/profile/update', 'First name'],
    ['/chats/public', /./],
  ] as const) {
    await page.goto(app.origin + path);
    await run(page.getByRole('textbox', { name }).first(), path);
  }
});
