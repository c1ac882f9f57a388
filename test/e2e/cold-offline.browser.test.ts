import { expect, type Page, test } from '@playwright/test';
import { routerAddresses } from '../support/app-addresses.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { befriend, type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, waitForShell } from '../support/browser-steps.ts';
import { watchComplaints } from '../support/browser-watch.ts';

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  app = await startApp();
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
});
test.afterAll(async () => {
  await app?.dispose();
});

/** Screens that a member sees as a visitor does, without a connection to speak of. */
const forVisitors: ReadonlySet<string> = new Set(['/not-found', '/reset-password']);

const arriveOffline = async (page: Page): Promise<void> => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.context().setOffline(true);
};

test('after one visit every screen starts without a network, and says so at once', async ({
  page,
  context,
}) => {
  const complaints = await watchComplaints(context);
  await arriveOffline(page);
  const paths = routerAddresses().map((path) =>
    path.replace('$uniqueCode', ben.uniqueCode).replace('$postId', '01980000-0000-7000-8000-000000000000'),
  );
  expect(paths.length).toBeGreaterThan(40);
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(app.origin + path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.getByText('This screen stumbled')).toHaveCount(0);
      // Said as soon as the screen is there: a strip that comes later moves what the thumb is about to touch.
      if (!forVisitors.has(path))
        await expect(page.getByRole('status').filter({ hasText: 'Offline' }).first()).toBeVisible({
          timeout: 1_000,
        });
    });
  }
  expect(complaints.all()).toEqual([]);
});

test('the language changes without a network, in every tab, and is there at the next start', async ({
  page,
  context,
}) => {
  await arriveOffline(page);
  const other = await context.newPage();
  await other.goto(`${app.origin}/profile/friends`);
  await expect(other.getByRole('heading', { name: 'Friends' }).first()).toBeVisible();
  await page.goto(`${app.origin}/profile/change-language`);
  await expect(page.getByRole('button', { name: 'English', pressed: true })).toBeVisible();
  await page.getByRole('button', { name: 'Filipino', pressed: false }).click();
  await expect(page.getByRole('button', { name: 'Filipino', pressed: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
  await expect(other.getByRole('heading', { name: 'Mga kaibigan' }).first()).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute('lang', 'fil');
  await page.goto(`${app.origin}/profile/settings`);
  await page.getByText('Madilim', { exact: true }).click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto(`${app.origin}/profile/friends`);
  await expect(page.getByRole('heading', { name: 'Mga kaibigan' }).first()).toBeVisible();
});

test('pictures of the tabs that an earlier release kept in local storage are removed', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('tambay.look /profile/messages', '{"drawn":["Ben"]}'));
  await arriveSignedIn(page, app.origin, ana);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('tambay.look /profile/messages')))
    .toBeNull();
});
