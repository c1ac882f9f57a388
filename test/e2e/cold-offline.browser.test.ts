import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
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

/** Every address of the app, from the router's own list; the build writes it. */
const routes = (): string[] => {
  const tree = readFileSync('src/routeTree.gen.ts', 'utf8');
  const union = /fullPaths:([^;]*);/.exec(tree)?.[1] ?? '';
  return [...union.matchAll(/'([^']+)'/g)].map(([, path]) => path ?? '');
};

const arriveOffline = async (page: Page): Promise<void> => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.context().setOffline(true);
};

test('after one visit every screen starts without a network', async ({ page, context }) => {
  const complaints = await watchComplaints(context);
  await arriveOffline(page);
  const paths = routes().map((path) =>
    path.replace('$uniqueCode', ben.uniqueCode).replace('$postId', '01980000-0000-7000-8000-000000000000'),
  );
  expect(paths.length).toBeGreaterThan(40);
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(app.origin + path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.getByText('This screen stumbled')).toHaveCount(0);
    });
  }
  expect(complaints.all()).toEqual([]);
});

test('the language changes without a network, and is there at the next start', async ({ page }) => {
  await arriveOffline(page);
  await page.goto(`${app.origin}/profile/change-language`);
  await page.getByRole('button', { name: 'Filipino' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
  await page.goto(`${app.origin}/profile/friends`);
  await expect(page.getByRole('heading', { name: 'Mga kaibigan' }).first()).toBeVisible();
});
