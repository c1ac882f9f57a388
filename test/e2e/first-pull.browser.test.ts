import { expect, test } from '@playwright/test';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { befriend, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn } from '../support/browser-steps.ts';

let app: RunningApp;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(async () => {
  await app?.dispose();
});

test('a device that has not heard from the server yet does not say that there is nobody', async ({
  page,
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
  answer();
  await expect(page.getByText('No request', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('Ben Cruz')).toBeVisible();
});
