import { expect, test } from '@playwright/test';
import { freePort, type RunningApp, startApp } from '../support/browser-app.ts';
import { befriend, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, composer, openChat, waitForShell } from '../support/browser-steps.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';

test.describe('a new version', () => {
  let app: RunningApp;
  let proxy: FaultProxy;
  test.beforeAll(async () => {
    const port = await freePort();
    proxy = await startFaultProxy({ target: `http://127.0.0.1:${port}` });
    app = await startApp({ port, origins: [proxy.origin] });
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

    proxy.inject(
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
  });
});
