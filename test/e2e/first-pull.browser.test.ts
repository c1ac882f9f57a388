import { expect } from '@playwright/test';
import { newUntimedId } from '../../protocol/index.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { befriend, registerPerson } from '../support/browser-people.ts';
import { postAs } from '../support/browser-posts.ts';
import { arriveSignedIn, confirm, waitForShell } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(async () => {
  await app?.dispose();
});

test('a device that has no answer from the server yet does not say that there is nobody', async ({
  page,
  context,
}) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  let answer = (): void => undefined;
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/sync/pull', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await arriveSignedIn(page, app.origin, ana);
  const main = page.getByRole('main');
  const waits = main.locator('[aria-busy="true"]');
  await expect(waits).toBeVisible();
  await expect(page.getByText('No message', { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: /^Friends/ }).click();
  await expect(waits).toBeVisible();
  await expect(page.getByText('No friends yet')).toHaveCount(0);
  await page.getByRole('link', { name: /requests/i }).click();
  await expect(waits).toBeVisible();
  await expect(page.getByText('No request', { exact: true })).toHaveCount(0);
  for (const [path, empty] of [
    ['/posts/bin', 'The bin is empty'],
    ['/profile/blocked', 'Nobody is blocked'],
  ] as const) {
    await page.goto(app.origin + path);
    await expect(waits).toBeVisible();
    await expect(page.getByText(empty)).toHaveCount(0);
  }
  // Nor does it when the network goes before anything has come.
  await waitForShell(page);
  await context.setOffline(true);
  for (const [path, empty] of [
    ['/profile/messages', 'No message'],
    ['/chats/requests', 'No request'],
    ['/chats/archived', 'No message'],
    ['/profile/friends', 'No friends yet'],
    ['/profile/friend-requests', 'No request'],
  ] as const) {
    await page.evaluate((to) => {
      window.history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await expect(main.getByText('Not downloaded yet', { exact: true })).toBeVisible();
    await expect(page.getByText(empty, { exact: true })).toHaveCount(0);
  }
  await context.setOffline(false);
  answer();
  await expect(page.getByText('No request', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('Ben Cruz')).toBeVisible();
});

test('a post that the server was never asked about is not gone, and comes with the network', async ({
  page,
  context,
}) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  const postId = await postAs(app.origin, ben, 'Sino ang sasama?', { privacy: 'PUBLIC' });
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await context.setOffline(true);
  await page.goto(`${app.origin}/posts/${postId}`);
  await expect(page.getByText('Not downloaded yet')).toBeVisible();
  await expect(page.getByText('This post is not there any more')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText('Sino ang sasama?')).toBeVisible();
  await page.goto(`${app.origin}/posts/${newUntimedId()}`);
  await expect(page.getByText('This post is not there any more')).toBeVisible();

  // What one has deleted oneself is known to be gone, without a network, too.
  const ownId = await postAs(app.origin, ana, 'Burahin ko na ito', { privacy: 'PUBLIC' });
  await page.goto(`${app.origin}/posts/${ownId}`);
  await expect(page.getByText('Burahin ko na ito')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await confirm(page, 'Delete');
  await page.goto(`${app.origin}/posts/${ownId}`);
  await expect(page.getByText('This post is not there any more')).toBeVisible();
});
