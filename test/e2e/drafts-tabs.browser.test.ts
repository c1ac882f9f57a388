import { expect, type Page } from '@playwright/test';
import { commentsResponse, postsResponse } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { dumpDatabases, holdStores } from '../support/browser-databases.ts';
import { callAs, history, type Person, say } from '../support/browser-people.ts';
import { expectPublished, postAs, visitPosts } from '../support/browser-posts.ts';
import { arriveSignedIn, bubble, composer, expectState, message } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** One member, two tabs and two devices: a draft is one draft, and an old edit does not revert a newer one. */

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.beforeEach(({ ana: first, ben: second }) => {
  [ana, ben] = [first, second];
});
test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

const chat = () => `/chats/${ben.uniqueCode}`;
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const expectStored = (page: Page, words: string) =>
  expect.poll(async () => (await dumpDatabases(page)).includes(words)).toBe(true);

test('a chat that is open in two tabs has one draft, which is sent once', async ({ page, context }) => {
  await arriveSignedIn(page, app.origin, ana);
  await page.goto(app.origin + chat());
  const other = await context.newPage();
  await other.goto(app.origin + chat());
  await expect(composer(other)).toHaveValue('');
  await composer(page).fill('Papunta na ako');
  await expect(composer(other)).toHaveValue('Papunta na ako');
  await composer(other).press('End');
  await composer(other).pressSequentially(', sandali');
  await expect(composer(page)).toHaveValue('Papunta na ako, sandali');
  await send(other).click();
  await expectState(other, 'Papunta na ako, sandali', 'Sent');
  await expect(composer(page)).toHaveValue('');
  await expect(message(page, 'Papunta na ako, sandali')).toBeVisible();
  expect((await history(app.origin, ana, ben)).map(({ content }) => content)).toEqual([
    'Papunta na ako, sandali',
  ]);
});

test('what two tabs wrote at the same time is kept, both of it', async ({ page, context }) => {
  await arriveSignedIn(page, app.origin, ana);
  await page.goto(app.origin + chat());
  const other = await context.newPage();
  await other.goto(app.origin + chat());
  await expect(composer(other)).toBeVisible();
  const holder = await context.newPage();
  await holder.goto(`${app.origin}/icons/tambay.svg`);
  const letIn = await holdStores(holder, ['chatDrafts']);
  // Both before either has stored a letter.
  await composer(page).fill('Mula sa una');
  await composer(other).fill('Galing sa ikalawa');
  await letIn();
  const more = page.getByRole('button', { name: 'Show 1 more draft' });
  await expect(more).toBeVisible();
  const first = await composer(page).inputValue();
  await more.click();
  const second = await composer(page).inputValue();
  expect(new Set([first, second])).toEqual(new Set(['Mula sa una', 'Galing sa ikalawa']));
  await expect(composer(other)).toHaveValue(second);
  await send(page).click();
  await expectState(page, second, 'Sent');
  await expect(composer(page)).toHaveValue(first);
  await expect(composer(other)).toHaveValue(first);
});

test('a draft of a post that is published in one tab is not published again in another', async ({
  page,
  context,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await page.goto(`${app.origin}/posts/create`);
  const words = (tab: Page) => tab.getByRole('textbox').first();
  await words(page).fill('May bagyo bukas');
  await expectStored(page, 'May bagyo bukas');
  await page.goto(`${app.origin}/posts/drafts`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(words(page)).toHaveValue('May bagyo bukas');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(words(other)).toHaveValue('May bagyo bukas');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page).toHaveURL(/\/posts/);
  await expect(words(other)).toHaveValue('');
});

test('an edit that waited does not revert a newer one: both texts are shown, and the member chooses', async ({
  page,
}) => {
  const { id, chatId } = await say(app.origin, ana, ben, 'Alas singko');
  await arriveSignedIn(page, app.origin, ana);
  await page.goto(app.origin + chat());
  await expect(message(page, 'Alas singko')).toBeVisible();
  await page.context().setOffline(true);
  await bubble(page, 'Alas singko').click({ button: 'right' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await composer(page).fill('Alas sais');
  await send(page).click();
  await expect(message(page, 'Alas sais')).toBeVisible();
  await callAs(app.origin, ana, 'PATCH', `/chats/${chatId}/messages/${id}`, undefined, {
    content: 'Alas siyete',
  });
  await page.context().setOffline(false);
  await expect(message(page, 'Alas siyete')).toBeVisible();
  await expect(
    page.getByRole('main').getByText('This was changed on another device after you began to edit it'),
  ).toBeVisible();
  await expect(page.getByText('Your edit “Alas sais” was not saved')).toBeVisible();
  await page.goto(`${app.origin}/profile/outbox`);
  await expect(page.getByText('“Alas sais”')).toBeVisible();
  await expect(page.getByText('It says now: “Alas siyete”')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  expect((await history(app.origin, ana, ben)).map(({ content }) => content)).toEqual(['Alas siyete']);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(composer(page)).toHaveValue('Alas sais');
  await send(page).click();
  await expect
    .poll(async () => (await history(app.origin, ana, ben)).map(({ content }) => content))
    .toEqual(['Alas sais']);
});

test('a comment in two tabs is one comment', async ({ context }) => {
  const id = await postAs(app.origin, ben, 'Saan tayo kakain?');
  const one = await visitPosts(context, app.origin, ana, `/posts/${id}`);
  const two = await context.newPage();
  await two.goto(`${app.origin}/posts/${id}`);
  const field = (tab: Page) => tab.getByRole('textbox', { name: 'Write a comment' });
  await field(one).fill('Sa tabi ng ilog');
  await expect(field(two)).toHaveValue('Sa tabi ng ilog');
  await send(two).click();
  await expect(two.getByText('Sa tabi ng ilog')).toBeVisible();
  await expect(field(one)).toHaveValue('');
});

test('what two tabs send of one draft in the same moment is sent once', async ({ page, context }) => {
  await arriveSignedIn(page, app.origin, ana);
  const other = await context.newPage();
  const postId = await postAs(app.origin, ben, 'Sino ang sasama?');
  const holder = await context.newPage();
  await holder.goto(`${app.origin}/icons/tambay.svg`);
  /** Both before either has stored what it sends. */
  const pressBoth = async (name: string) => {
    const letIn = await holdStores(holder, ['chatDrafts', 'postDrafts', 'outbox']);
    for (const tab of [page, other]) await tab.getByRole('button', { name, exact: true }).click();
    await letIn();
  };

  for (const tab of [page, other]) await tab.goto(app.origin + chat());
  await composer(page).fill('Sabay tayo');
  await expect(composer(other)).toHaveValue('Sabay tayo');
  await pressBoth('Send');
  for (const tab of [page, other]) await expectState(tab, 'Sabay tayo', 'Sent');
  await expect(composer(other)).toHaveValue('');

  await composer(page).press('ArrowUp');
  await composer(page).fill('Sabay na tayo');
  await expect(composer(other)).toHaveValue('Sabay na tayo');
  await pressBoth('Send');
  for (const tab of [page, other]) await expect(composer(tab)).toHaveValue('');
  await expectState(page, 'Sabay na tayo', 'Sent');

  const field = (tab: Page) => tab.getByRole('textbox', { name: 'Write a comment' });
  for (const tab of [page, other]) await tab.goto(`${app.origin}/posts/${postId}`);
  await field(page).fill('Ako rin');
  await expect(field(other)).toHaveValue('Ako rin');
  await pressBoth('Send');
  await expect(page.getByRole('main').getByText('Ako rin')).toBeVisible();
  await expect(field(other)).toHaveValue('');
  await page.getByRole('button', { name: 'Comment options' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
  await field(page).fill('Ako rin, sabay');
  await expect(field(other)).toHaveValue('Ako rin, sabay');
  await pressBoth('Send');
  for (const tab of [page, other]) await expect(field(tab)).toHaveValue('');

  const words = (tab: Page) => tab.getByRole('textbox').first();
  await page.goto(`${app.origin}/posts/create`);
  await words(page).fill('Uulan mamaya');
  await expectStored(page, 'Uulan mamaya');
  await page.goto(`${app.origin}/posts/drafts`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(words(page)).toHaveValue('Uulan mamaya');
  await other.goto(page.url());
  await expect(words(other)).toHaveValue('Uulan mamaya');
  await pressBoth('Post');
  for (const tab of [page, other]) await expect(tab).toHaveURL(`${app.origin}/posts`);

  const ownId = await postAs(app.origin, ana, 'Bukas na lang');
  await page.goto(`${app.origin}/posts/${ownId}`);
  await page.goto(`${app.origin}/posts/${ownId}/update`);
  await words(page).fill('Bukas na lang ulit');
  await expectStored(page, 'Bukas na lang ulit');
  await other.goto(page.url());
  await expect(words(other)).toHaveValue('Bukas na lang ulit');
  await pressBoth('Save');

  // What came second would arrive with or before this.
  await page.goto(app.origin + chat());
  await composer(page).fill('Tapos na');
  await composer(page).press('Enter');
  await expectState(page, 'Tapos na', 'Sent');
  await expectPublished(app.origin, ben, 'Uulan mamaya');
  const { data: comments } = await callAs(
    ...([app.origin, ben, 'GET', `/posts/${postId}/comments`] as const),
    commentsResponse,
  );
  const { data: posts } = await callAs(app.origin, ben, 'GET', '/posts?perPage=100', postsResponse);
  const said = (await history(app.origin, ana, ben)).map(({ content }) => content);
  expect(said.toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))).toEqual(['Sabay na tayo', 'Tapos na']);
  expect(comments.map(({ content }) => content)).toEqual(['Ako rin, sabay']);
  expect(posts.filter(({ content }) => content === 'Uulan mamaya')).toHaveLength(1);
  expect(posts.find(({ id }) => id === ownId)?.content).toBe('Bukas na lang ulit');
  // A second edit would have been begun with words that the post does not have any more.
  await page.goto(`${app.origin}/profile/outbox`);
  await expect(page.getByText('Everything is sent')).toBeVisible();
});
