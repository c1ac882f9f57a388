import { expect, type Page } from '@playwright/test';
import { routerAddresses } from '../support/app-addresses.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { befriend, history, type Person, registerPerson } from '../support/browser-people.ts';
import { attach, expectPicture, photoFile } from '../support/browser-pictures.ts';
import { arriveSignedIn, openChat, waitForShell, write } from '../support/browser-steps.ts';
import { watchComplaints } from '../support/browser-watch.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async ({ app: shared }) => {
  app = shared;
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
});

/** The path of everything in the caches of this origin. */
const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caught = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return caught.flat().map(({ url }) => new URL(url).pathname);
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
    path
      .replace('$uniqueCode', ben.uniqueCode)
      .replace('$postId', '01980000-0000-7000-8000-000000000000')
      .replace('$group', 'privacy'),
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
  await expect(other.getByRole('heading', { name: 'Kaibigan', exact: true }).first()).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute('lang', 'fil');
  await page.goto(`${app.origin}/profile/settings/appearance`);
  await page.getByText('Madilim', { exact: true }).click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto(`${app.origin}/profile/friends`);
  await expect(page.getByRole('heading', { name: 'Kaibigan', exact: true }).first()).toBeVisible();
});

test('pictures of the tabs that an earlier release kept in local storage are removed', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('tambay.look /profile/messages', '{"drawn":["Ben"]}'));
  await arriveSignedIn(page, app.origin, ana);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('tambay.look /profile/messages')))
    .toBeNull();
});

test('a picture that is looked at before the worker runs is there without a network', async ({
  page,
  context,
  browser,
  ana: reader,
  ben: sender,
}) => {
  const bens = await (await browser.newContext()).newPage();
  await arriveSignedIn(bens, app.origin, sender);
  await openChat(bens, 'Ana Santos');
  await attach(bens, [await photoFile('dagat.jpg', '#2a6f97')]);
  await write(bens, 'Dagat');
  const states = async () =>
    (await history(app.origin, reader, sender)).flatMap(({ media }) => media.map(({ state }) => state));
  await expect.poll(states).toEqual(['ready']);
  await bens.context().close();
  const gate = Promise.withResolvers<void>();
  const proxy = await startFaultProxy({ target: app.origin, wait: () => gate.promise });
  const late = proxy.inject({ kind: 'delay', ms: 1 }, { matches: ({ path }) => path === '/sw.js' });
  await arriveSignedIn(page, proxy.origin, reader);
  await openChat(page, 'Ben Cruz');
  await expectPicture(page);
  expect(late.hits()).toBeGreaterThan(0);
  gate.resolve();
  await waitForShell(page);
  await expect.poll(() => cachedPaths(page)).toContainEqual(expect.stringContaining('/api/v1/files/'));
  const bytes = () => proxy.requests().filter((request) => request.startsWith('GET /api/v1/files/')).length;
  const loaded = bytes();
  await context.setOffline(true);
  await page.reload();
  await expectPicture(page);
  await context.setOffline(false);
  // It was kept, not loaded again.
  expect(bytes()).toBe(loaded);
  await proxy.close();
});
