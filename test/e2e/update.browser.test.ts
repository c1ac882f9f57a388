import { expect, type Page } from '@playwright/test';
import { newId } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { befriend, history, registerPerson } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { startAppBehindProxy } from '../support/browser-proxy.ts';
import { arriveSignedIn, composer, openChat, waitForShell, write } from '../support/browser-steps.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { test } from '../support/story.ts';

test.describe('a new version', () => {
  let app: RunningApp;
  let proxy: FaultProxy;
  test.beforeAll(async () => {
    ({ app, proxy } = await startAppBehindProxy());
  });
  test.afterAll(async () => {
    await proxy?.close();
    await app?.dispose();
  });

  test('waits until the member agrees, then comes with one reload, and half a message is still there', async ({
    page,
  }) => {
    const ana = await registerPerson(app.origin, 'Ana', 'Santos');
    const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
    await befriend(app.origin, ana, ben);
    await arriveSignedIn(page, proxy.origin, ana);
    await openChat(page, 'Ben Cruz');
    await waitForShell(page);
    // Only a page that a worker already controls can be offered a newer one.
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await composer(page).fill('Half a sent');

    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const before = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
    const next = await release(page);
    await expect(composer(page)).toHaveValue('Half a sent');
    expect(loads).toBe(0);
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(before);

    await page.getByRole('button', { name: 'Update' }).click();
    await expect.poll(() => loads).toBe(1);
    await expect(composer(page)).toHaveValue('Half a sent');
    await expect(page.getByText('A new version of Tambay is ready')).toBeHidden();
    expect(loads).toBe(1);
    next.remove();
  });

  let releases = 0;
  /** The next release lies on the server until `remove`, and the page has found it. */
  const release = async (page: Page) => {
    releases += 1;
    const next = proxy.inject(
      { kind: 'append', text: `\n// release ${releases}\n` },
      { matches: ({ path }) => path === '/sw.js' },
    );
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    await expect(page.getByText('A new version of Tambay is ready')).toBeVisible();
    return next;
  };

  for (const { name, path, label, words, leave } of [
    { name: 'a profile', path: '/profile/update', label: 'First name', words: 'Anita', leave: 'Save' },
    {
      name: 'a password',
      path: '/profile/change-password',
      label: 'Current password',
      words: 'half a pass',
      leave: 'Back',
    },
    { name: 'a new group', path: '/chats/new', label: 'Name', words: 'Tropa', leave: 'Create' },
  ]) {
    test(`waits for the form of ${name} that is half filled, and comes when it is left`, async ({ page }) => {
      const ana = await registerPerson(app.origin, 'Ana', 'Santos');
      const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
      await befriend(app.origin, ana, ben);
      await arriveSignedIn(page, proxy.origin, ana, '/profile');
      await waitForShell(page);
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      await page.goto(proxy.origin + path);
      const field = page.getByLabel(label, { exact: true });
      if (path === '/chats/new') {
        await page.getByRole('checkbox').filter({ hasText: 'Ben Cruz' }).click();
        await page.getByRole('button', { name: 'Next' }).click();
      }
      await field.fill(words);
      const next = await release(page);
      let loads = 0;
      page.on('load', () => {
        loads += 1;
      });
      const said = page.getByText('The update comes when what you are filling in here is saved or left.');
      await page.getByRole('button', { name: 'Update' }).click();
      await expect(said).toBeVisible();
      // A toast under the pointer stays, and stands over the header.
      await page.mouse.move(200, 700);
      await expect(said).toBeHidden();
      await expect(field).toHaveValue(words);
      expect(loads).toBe(0);
      const updated = page.waitForEvent('load');
      await page.getByRole('button', { name: leave, exact: true }).click();
      await updated;
      await expect(page.locator('#root > *').first()).toBeVisible();
      await expect(page.getByText('A new version of Tambay is ready')).toBeHidden();
      expect(loads).toBe(1);
      if (path === '/profile/update') {
        await page.goto(proxy.origin + path);
        await expect(field).toHaveValue(words);
      }
      next.remove();
    });
  }

  test('does not take a form that was begun while the old worker still had to answer', async ({ page }) => {
    const ana = await registerPerson(app.origin, 'Ana', 'Santos');
    await arriveSignedIn(page, proxy.origin, ana, '/profile');
    await waitForShell(page);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const file = `/api/v1/files/${newId()}`;
    const silence = proxy.inject({ kind: 'halfOpen' }, { matches: ({ path }) => path === file });
    await page.evaluate((path) => {
      void fetch(path, { headers: { 'x-keep': '1' } }).catch(() => undefined);
    }, file);
    await expect.poll(silence.hits).toBe(1);
    const next = await release(page);
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByRole('link', { name: 'Edit profile' }).click();
    const field = page.getByLabel('First name', { exact: true });
    await field.fill('Anita');
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const isTaken = (): Promise<boolean> =>
      page.evaluate(async () => !(await navigator.serviceWorker.getRegistration())?.waiting);
    expect(await isTaken()).toBe(false);
    proxy.setDown(true);
    proxy.setDown(false);
    await expect.poll(isTaken).toBe(true);
    await expect(
      page.getByText('The update comes when what you are filling in here is saved or left.'),
    ).toBeVisible();
    await expect(field).toHaveValue('Anita');
    expect(loads).toBe(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => loads).toBe(1);
    silence.remove();
    next.remove();
  });

  test('waits for a picture that is being sent, and comes when it has arrived', async ({ page }) => {
    const ana = await registerPerson(app.origin, 'Ana', 'Santos');
    const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
    await befriend(app.origin, ana, ben);
    await arriveSignedIn(page, proxy.origin, ana);
    await waitForShell(page);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const held = Promise.withResolvers<void>();
    let sends = 0;
    await page.route(/\/api\/v1\/files/, async (route) => {
      if (route.request().method() !== 'GET') sends += 1;
      await held.promise;
      await route.continue();
    });
    await openChat(page, 'Ben Cruz');
    await attach(page, [await photoFile('dyip.jpg', 'teal', 800, 600)]);
    await write(page, 'Tingnan mo');
    await expect.poll(() => sends).toBeGreaterThan(0);
    const next = await release(page);
    const updated = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('The update comes when the file on its way has been sent.')).toBeVisible();
    held.resolve();
    await updated;
    await expect.poll(async () => (await history(app.origin, ben, ana)).at(-1)?.media).toHaveLength(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    next.remove();
  });

  test('is offered as well to a member who opens the app while it waits already', async ({ page }) => {
    const ana = await registerPerson(app.origin, 'Ana', 'Santos');
    await arriveSignedIn(page, proxy.origin, ana);
    await waitForShell(page);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const next = await release(page);
    const offered = page.getByText('A new version of Tambay is ready');
    // Twice: whether the app or the word of the worker comes first is nobody's to say.
    for (const path of ['/profile', '/posts']) {
      await page.goto(proxy.origin + path);
      await expect(offered).toBeVisible();
    }
    next.remove();
  });

  test('leaves a tab that has not moved yet the files of its own release', async ({ context, page: old }) => {
    const ana = await registerPerson(app.origin, 'Ana', 'Santos');
    await arriveSignedIn(old, proxy.origin, ana);
    await waitForShell(old);
    await expect.poll(() => old.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    // A screen that nobody has opened yet, and that the next release does not have.
    const path = '/assets/old-screen-1a2b3c.js';
    await old.evaluate(async (url) => {
      const name = (await caches.keys()).find((key) => key.includes('precache')) ?? '';
      const script = new Response('export {};', { headers: { 'content-type': 'text/javascript' } });
      await (await caches.open(name)).put(url, script);
    }, path);
    const oldScreen = (page: Page): Promise<number> =>
      page.evaluate(async (url) => (await fetch(url)).status, path);
    const moved = await context.newPage();
    await moved.goto(`${proxy.origin}/profile`);

    const next = await release(moved);
    const reloaded = moved.waitForEvent('load');
    await moved.getByRole('button', { name: 'Update' }).click();
    await reloaded;
    await waitForShell(moved);
    expect(await oldScreen(old)).toBe(200);
    await old.close();
    await moved.reload();
    await expect.poll(() => oldScreen(moved)).toBe(404);
    next.remove();
  });
});
