import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { freePort, type RunningApp, startApp } from '../support/browser-app.ts';
import { befriend, history, type Person, registerPerson } from '../support/browser-people.ts';
import {
  arriveSignedIn,
  expectState,
  expectUnsent,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';

const controlled = async (page: Page): Promise<void> => {
  await waitForShell(page);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
};

/** Everything that the browser keeps of answers, by address. */
const cached = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
    return urls;
  });

test.describe('the service worker as something to attack, or to take back', () => {
  let app: RunningApp;
  let proxy: FaultProxy;
  let ana: Person;
  let ben: Person;
  test.beforeAll(async () => {
    const port = await freePort();
    proxy = await startFaultProxy({ target: `http://127.0.0.1:${port}` });
    app = await startApp({ port, origins: [proxy.origin] });
    ana = await registerPerson(app.origin, 'Ana', 'Santos');
    ben = await registerPerson(app.origin, 'Ben', 'Cruz');
    await befriend(app.origin, ana, ben);
  });
  test.afterAll(async () => {
    await proxy?.close();
    await app?.dispose();
  });

  test('[T22] a worker registered with a foreign API base tells that address nothing, and no portal’s page is kept', async ({
    page,
  }) => {
    const heard: string[] = [];
    const evil = createServer((request, response) => {
      heard.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
    });
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    const { port } = evil.address() as AddressInfo;

    await arriveSignedIn(page, proxy.origin, ana);
    await controlled(page);
    await openChat(page, 'Ben Cruz');
    // The page's own policy refuses such a script; one that got past it would still gain nothing.
    const refusal = await page.evaluate(
      (address) =>
        navigator.serviceWorker.register(`/sw.js?api=${encodeURIComponent(address)}`).then(
          () => 'registered',
          (error: unknown) => String(error),
        ),
      `http://127.0.0.1:${port}`,
    );
    expect(refusal).toMatch(/TypeError|TrustedScriptURL/);
    expect(heard).toEqual([]);

    // A captive portal answers everything with a page of its own: shown as offline, kept nowhere.
    const portal = proxy.inject({ kind: 'portal' }, { matches: ({ path }) => path.startsWith('/api/') });
    await write(page, 'Sa kapihan ako');
    await expectUnsent(page, 'Sa kapihan ako');
    await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible();
    expect((await cached(page)).filter((path) => path.startsWith('/api/'))).toEqual([]);
    portal.remove();
    await expect.poll(async () => (await history(app.origin, ben, ana)).length).toBe(1);
    await new Promise<void>((resolve) => evil.close(() => resolve()));
  });

  test('[T22] the kill switch takes the worker and its shell back, and leaves what waits to be sent', async ({
    page,
    context,
  }) => {
    await arriveSignedIn(page, proxy.origin, ana);
    await controlled(page);
    await openChat(page, 'Ben Cruz');
    await context.setOffline(true);
    await write(page, 'Naghihintay ito');
    await expectState(page, 'Naghihintay ito', 'Waiting to be sent');
    await app.stop();
    await app.start({ KILL_WORKER: 'true' });
    // Only the worker's own script comes through, so that what waits still waits.
    proxy.inject({ kind: 'portal' }, { matches: ({ path }) => path.startsWith('/api/'), times: 3 });
    await context.setOffline(false);
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    expect((await cached(page)).filter((path) => path.startsWith('/assets/'))).toEqual([]);
    await expect
      .poll(async () => (await history(app.origin, ben, ana)).map(({ content }) => content).at(-1))
      .toBe('Naghihintay ito');
    await app.stop();
    await app.start();
  });
});
