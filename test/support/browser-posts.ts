import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { postsResponse, z } from '../../protocol/index.ts';
import { callAs, type Person } from './browser-people.ts';
import { arriveSignedIn, waitForShell } from './browser-steps.ts';

/** What people do with posts, in the words they see (English). */

const made = z.object({ data: z.object({ id: z.string() }) });

/** A post as another client of the API makes it. @returns its id */
export const postAs = async (
  origin: string,
  { token }: Person,
  content: string,
  more: object = {},
): Promise<string> => {
  const answer = await fetch(`${origin}/api/v1/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content, ...more }),
  });
  expect(answer.status).toBe(201);
  return made.parse(await answer.json()).data.id;
};

/**
 * Waits until somebody else would get the post. A member who opens the feed before has it behind a pill: the first list
 * that there is decides what counts as new.
 */
export const expectPublished = async (origin: string, reader: Person, text: string): Promise<void> => {
  const contents = async () => {
    const { data } = await callAs(origin, reader, 'GET', '/posts?perPage=100', postsResponse);
    return data.map(({ content }) => content);
  };
  await expect.poll(contents, { timeout: 60_000 }).toContain(text);
};

/** A tab of somebody who is signed in and holds the app; then, at an address of posts. */
export const visitPosts = async (
  context: BrowserContext,
  origin: string,
  who: Person,
  path = '/posts',
): Promise<Page> => {
  const page = await context.newPage();
  await arriveSignedIn(page, origin, who, '/posts');
  await waitForShell(page);
  // A post's own page has no bottom bar to wait for.
  if (path !== '/posts') await page.goto(origin + path);
  return page;
};

/** The post, or the comment, that says this. */
export const postCard = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text });

export const choosePostOption = async (page: Page, text: string, action: string): Promise<void> => {
  await postCard(page, text).getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
};
