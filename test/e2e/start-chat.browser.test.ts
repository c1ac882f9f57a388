import { expect } from '@playwright/test';
import { history } from '../support/browser-people.ts';
import { arriveSignedIn, chatRow, expectArrived, waitForShell, write } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

test('the pencil leads to a friend to write to in a tunnel, and to the other ways into a chat by name', async ({
  app,
  ana,
  ben,
  page,
  context,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await page.reload();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'New message' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New message' })).toBeVisible();
  for (const name of ['New group', 'Public chats', 'Meet Stranger'])
    await expect(page.getByRole('link', { name })).toBeVisible();
  await page.getByRole('link', { name: 'Ben Cruz' }).click();
  await write(page, 'Nasa tunnel ako');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(chatRow(page, 'Ben Cruz')).toContainText('Nasa tunnel ako');
  await context.setOffline(false);
  await chatRow(page, 'Ben Cruz').click();
  await expectArrived(page, 'Nasa tunnel ako');
  expect((await history(app.origin, ben, ana)).map(({ content }) => content)).toEqual(['Nasa tunnel ako']);
});
