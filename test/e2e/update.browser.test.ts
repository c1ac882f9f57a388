import { expect, type Page, test } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { befriend, registerPerson } from '../support/browser-people.ts';
import { startAppBehindProxy } from '../support/browser-proxy.ts';
import { arriveSignedIn, composer, openChat, waitForShell } from '../support/browser-steps.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';

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

    const release = proxy.inject(
      { kind: 'append', text: '\n// the next release\n' },
      { matches: ({ path }) => path === '/sw.js' },
    );
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const before = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    await expect(page.getByText('A new version of Tambay is ready')).toBeVisible();
    await expect(composer(page)).toHaveValue('Half a sent');
    expect(loads).toBe(0);
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(before);

    await page.getByRole('button', { name: 'Update' }).click();
    await expect.poll(() => loads).toBe(1);
    await expect(composer(page)).toHaveValue('Half a sent');
    await expect(page.getByText('A new version of Tambay is ready')).toBeHidden();
    expect(loads).toBe(1);
    release.remove();
  });

  test('is offered as well to whoever opens the app while it waits already', async ({ page }) => {
    const ana = await registerPerson(app.origin, 'Ana', 'Santos');
    await arriveSignedIn(page, proxy.origin, ana);
    await waitForShell(page);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const release = proxy.inject(
      { kind: 'append', text: '\n// the release that waits\n' },
      { matches: ({ path }) => path === '/sw.js' },
    );
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    const offered = page.getByText('A new version of Tambay is ready');
    await expect(offered).toBeVisible();
    // Twice: whether the app or the word of the worker comes first is nobody's to say.
    for (const path of ['/profile', '/posts']) {
      await page.goto(proxy.origin + path);
      await expect(offered).toBeVisible();
    }
    release.remove();
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

    const release = proxy.inject(
      { kind: 'append', text: '\n// another release\n' },
      { matches: ({ path: asked }) => asked === '/sw.js' },
    );
    await moved.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    const reloaded = moved.waitForEvent('load');
    await moved.getByRole('button', { name: 'Update' }).click();
    await reloaded;
    await waitForShell(moved);
    expect(await oldScreen(old)).toBe(200);
    await old.close();
    await moved.reload();
    await expect.poll(() => oldScreen(moved)).toBe(404);
    release.remove();
  });
});
