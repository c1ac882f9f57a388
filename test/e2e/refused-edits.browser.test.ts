import { expect, type Page } from '@playwright/test';
import { newId } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { callAs, history, type Person, say } from '../support/browser-people.ts';
import { postAs, postCard, visitPosts } from '../support/browser-posts.ts';
import { arriveSignedIn, bubble, composer, message } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** An edit that was refused is said where it was made, with its words, and with what can be done about it. */

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

const main = (page: Page) => page.getByRole('main');
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const edit = (page: Page) => main(page).getByRole('button', { name: 'Edit', exact: true });

test('an edit of a message that was deleted meanwhile says so, and offers nothing that would fail again', async ({
  page,
}) => {
  const { id, chatId } = await say(app.origin, ana, ben, 'Alas singko');
  await arriveSignedIn(page, app.origin, ana);
  await page.goto(`${app.origin}/chats/${ben.uniqueCode}`);
  await expect(message(page, 'Alas singko')).toBeVisible();
  await page.context().setOffline(true);
  await bubble(page, 'Alas singko').click({ button: 'right' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await composer(page).fill('Alas sais');
  await send(page).click();
  await expect(message(page, 'Alas sais')).toBeVisible();
  await callAs(app.origin, ana, 'DELETE', `/chats/${chatId}/messages/${id}`);
  await page.context().setOffline(false);
  await expect(
    main(page).getByText('Your edit “Alas sais” was not saved: It was deleted in the meantime'),
  ).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(edit(page)).toHaveCount(0);
  await page.goto(`${app.origin}/profile/outbox`);
  await expect(main(page).getByText('It was deleted in the meantime')).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(edit(page)).toHaveCount(0);
});

test('a refused edit that is sent again does not write over what was changed after its refusal', async ({
  page,
  context,
}) => {
  const { id, chatId } = await say(app.origin, ana, ben, 'Alas singko');
  const change = (content: string) =>
    callAs(app.origin, ana, 'PATCH', `/chats/${chatId}/messages/${id}`, undefined, { content });
  const says = async () => (await history(app.origin, ana, ben)).map(({ content }) => content);
  await arriveSignedIn(page, app.origin, ana);
  await page.goto(`${app.origin}/chats/${ben.uniqueCode}`);
  await expect(message(page, 'Alas singko')).toBeVisible();
  await context.setOffline(true);
  await bubble(page, 'Alas singko').click({ button: 'right' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await composer(page).fill('Alas sais');
  await send(page).click();
  await change('Alas siyete');
  await context.setOffline(false);
  await expect(main(page).getByText('Your edit “Alas sais” was not saved')).toBeVisible();
  await context.setOffline(true);
  await edit(page).click();
  await expect(composer(page)).toHaveValue('Alas sais');
  await change('Alas otso');
  await send(page).click();
  await context.setOffline(false);
  await expect(main(page).getByText('Your edit “Alas sais” was not saved')).toBeVisible();
  await expect(message(page, 'Alas otso')).toBeVisible();
  expect(await says()).toEqual(['Alas otso']);
  // What is there now has been seen.
  await edit(page).click();
  await send(page).click();
  await expect.poll(says).toEqual(['Alas sais']);
});

test('changed words that Escape throws away can be brought back', async ({ page }) => {
  await say(app.origin, ana, ben, 'Alas singko');
  await arriveSignedIn(page, app.origin, ana);
  await page.goto(`${app.origin}/chats/${ben.uniqueCode}`);
  await bubble(page, 'Alas singko').click({ button: 'right' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(composer(page)).toHaveValue('Alas singko');
  await composer(page).press('Escape');
  await expect(composer(page)).toHaveValue('');
  await expect(page.getByText('Changes discarded.')).toHaveCount(0);

  await bubble(page, 'Alas singko').click({ button: 'right' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await composer(page).fill('Alas singko y medya');
  await composer(page).press('Escape');
  await expect(composer(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(composer(page)).toHaveValue('Alas singko y medya');
  await send(page).click();
  await expect
    .poll(async () => (await history(app.origin, ana, ben)).map(({ content }) => content))
    .toEqual(['Alas singko y medya']);
});

test('an edit of a comment that was refused stands at the comment, and goes back into the field', async ({
  context,
}) => {
  const postId = await postAs(app.origin, ben, 'Saan ang handaan?');
  const id = newId();
  await callAs(app.origin, ana, 'POST', `/posts/${postId}/comments`, undefined, { id, content: 'Sa bahay' });
  const page = await visitPosts(context, app.origin, ana, `/posts/${postId}`);
  const field = page.getByRole('textbox', { name: 'Write a comment' });
  await expect(main(page).getByText('Sa bahay')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Comment options' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await field.fill('Sa bahay namin');
  await send(page).click();
  await expect(main(page).getByText('Sa bahay namin')).toBeVisible();
  await callAs(app.origin, ana, 'PUT', `/posts/${postId}/comments/${id}`, undefined, { content: 'Sa parke' });
  await context.setOffline(false);
  await expect(main(page).getByText('Your edit “Sa bahay namin” was not saved')).toBeVisible();
  await expect(main(page).getByText('Sa parke')).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await edit(page).click();
  await expect(field).toHaveValue('Sa bahay namin');
  await expect(main(page).getByText('was not saved')).toHaveCount(0);
  await send(page).click();
  await expect(main(page).getByText('Sa bahay namin')).toBeVisible();
});

test('an edit of a post that was refused stands on its card, and goes back into its form', async ({
  context,
}) => {
  const id = await postAs(app.origin, ana, 'Bukas ang binyag');
  const page = await visitPosts(context, app.origin, ana, `/posts/${id}/update`);
  const words = page.getByLabel('Say something');
  await expect(words).toHaveValue('Bukas ang binyag');
  await context.setOffline(true);
  await words.fill('Bukas na ang binyag');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await callAs(app.origin, ana, 'PUT', `/posts/${id}`, undefined, { content: 'Sa Linggo ang binyag' });
  await context.setOffline(false);
  const card = postCard(page, 'Sa Linggo ang binyag');
  await expect(card.getByText('Your edit “Bukas na ang binyag” was not saved')).toBeVisible();
  await card.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(words).toHaveValue('Bukas na ang binyag');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(postCard(page, 'Bukas na ang binyag')).toBeVisible();
});
