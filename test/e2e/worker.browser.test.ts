import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { freePort, type RunningApp, startApp } from '../support/browser-app.ts';
import { befriend, history, type Person, registerPerson } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import {
  arriveSignedIn,
  chatRow,
  expectState,
  expectUnsent,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { test } from '../support/story.ts';
import { isHeicReader, isQrReader, readWorkerFiles } from '../support/worker-files.ts';

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
    const received: string[] = [];
    const evil = createServer((request, response) => {
      received.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
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
    expect(received).toEqual([]);

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

  test('the Sync Doctor leads past the worker to the page of a captive portal', async ({ page, context }) => {
    await arriveSignedIn(page, proxy.origin, ana);
    await controlled(page);
    // What this screen needs is on the device by then, as it is for a member who meets a portal.
    await page.goto(`${proxy.origin}/profile/sync-doctor`);
    await expect(page.getByText('No sign-in page in between')).toBeVisible();
    const portal = proxy.inject(
      { kind: 'portal' },
      { matches: ({ path }) => !path.startsWith('/assets/') && !path.startsWith('/icons/') },
    );
    await page.reload();
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Open the page' }).click();
    await expect((await opened).getByRole('heading', { name: 'Welcome! Tap to connect.' })).toBeVisible();
    portal.remove();
  });

  test('[T22] a worker that was registered with a foreign API base all the same sends it nothing, and no token anywhere', async ({
    browser,
  }) => {
    const received: string[] = [];
    const evil = createServer((request, response) => {
      received.push(`${request.method} ${request.url}`);
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
    });
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    const { port } = evil.address() as AddressInfo;
    // As somebody would who has found a way around the page's policy.
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await arriveSignedIn(page, proxy.origin, ana);
    await controlled(page);
    // The app would put its own worker back as soon as it has started.
    await page.goto(`${proxy.origin}/icons/tambay.svg`);
    const asked: string[] = [];
    context.on('request', (request) => {
      if (request.serviceWorker() !== null) asked.push(request.headers()['authorization'] ?? '');
    });
    await page.evaluate(async (address) => {
      const registration = await navigator.serviceWorker.register(
        `/sw.js?api=${encodeURIComponent(address)}`,
      );
      const worker = registration.installing ?? registration.waiting;
      const isInstalled = new Promise<void>((resolve) => {
        worker?.addEventListener('statechange', () => worker.state !== 'installing' && resolve());
      });
      if (worker?.state === 'installing') await isInstalled;
    }, `http://127.0.0.1:${port}`);
    // It takes over as soon as the one before it has nothing more to do.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          (await navigator.serviceWorker.getRegistration())?.waiting?.postMessage({ type: 'SKIP_WAITING' });
          return navigator.serviceWorker.controller?.scriptURL;
        }),
      )
      .toContain(String(port));
    await page.evaluate(async () => {
      navigator.serviceWorker.controller?.postMessage({ type: 'FLUSH' });
      const image = new Image();
      image.src = '/api/v1/files/01980000-0000-7000-8000-000000000000';
      await image.decode().catch(() => undefined);
    });
    // And what a push would have it do.
    await context
      .serviceWorkers()
      .at(-1)
      ?.evaluate(() => {
        const scope = globalThis as unknown as EventTarget & { PushEvent: typeof Event };
        scope.dispatchEvent(new scope.PushEvent('push'));
      });
    await page.goto(`${proxy.origin}/profile`);
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect(received).toEqual([]);
    expect(asked.filter((authorization) => authorization !== '')).toEqual([]);
    await context.close();
    await new Promise<void>((resolve) => evil.close(() => resolve()));
  });

  test('[T22] nothing but the file itself is kept under its address, whatever a portal or a stumbling server answers', async ({
    page,
  }) => {
    await arriveSignedIn(page, proxy.origin, ana);
    await controlled(page);
    await openChat(page, 'Ben Cruz');
    await attach(page, [await photoFile('dyip.jpg', 'teal', 400, 300)]);
    await write(page, 'Tingnan mo');
    await expect
      .poll(async () => (await history(app.origin, ana, ben)).at(-1)?.media.map(({ state }) => state))
      .toEqual(['ready']);
    const id = (await history(app.origin, ana, ben)).at(-1)?.media[0]?.id ?? '';
    const path = `/api/v1/files/${id}`;
    /** As a picture of the page, and as what is taken along. */
    const look = () =>
      page.evaluate(async (src) => {
        const image = new Image();
        image.src = src;
        const isShown = await image.decode().then(
          () => true,
          () => false,
        );
        const pinned = await fetch(src, { headers: { 'x-keep': 'pin' } }).catch(() => null);
        return { isShown, isPinned: pinned?.ok ?? false };
      }, path);
    const keptFiles = async () => (await cached(page)).filter((one) => one.startsWith('/api/'));
    for (const fault of [{ kind: 'portal' }, { kind: 'status', status: 503 }] as const) {
      const bad = proxy.inject(fault, { matches: (request) => request.path.startsWith('/api/v1/files') });
      expect(await look()).toEqual({ isShown: false, isPinned: false });
      expect(await keptFiles()).toEqual([]);
      bad.remove();
    }
    expect(await look()).toEqual({ isShown: true, isPinned: true });
    await expect.poll(keptFiles).toContain(path);
  });

  test('[T22] no portal’s page takes the place of a screen, neither in what is fetched later nor in a new release', async ({
    page,
    context,
  }) => {
    await arriveSignedIn(page, proxy.origin, ana);
    await controlled(page);
    // A page that asks for nothing itself.
    await page.goto(`${proxy.origin}/icons/tambay.svg`);
    let answered = 0;
    context.on('response', (response) => {
      if (response.request().serviceWorker() !== null && response.url().includes('/assets/')) answered += 1;
    });
    const screens = await page.evaluate(async () => {
      const cache = await caches.open('tambay-assets');
      const keys = await cache.keys();
      await Promise.all(keys.map((key) => cache.delete(key)));
      return keys.length;
    });
    expect(screens).toBeGreaterThan(50);
    // Or the browser would answer from what it has of its own.
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
    const portal = proxy.inject(
      { kind: 'portal' },
      { matches: ({ path }) => path.startsWith('/assets/') || path === '/app.html' },
    );
    const release = proxy.inject(
      { kind: 'append', text: '\n// a release that meets a portal\n' },
      { matches: ({ path }) => path === '/sw.js' },
    );
    await page.evaluate(async () => {
      navigator.serviceWorker.controller?.postMessage({ type: 'WARM' });
      const names = (await caches.keys()).filter((name) => name.includes('precache'));
      for (const name of names) {
        const cache = await caches.open(name);
        for (const key of await cache.keys())
          if (/\/assets\/|\/app\.html/.test(key.url)) await cache.delete(key);
      }
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      const { installing } = registration ?? {};
      if (installing)
        await new Promise<void>((resolve) => {
          installing.addEventListener('statechange', () => resolve());
        });
    });
    const strangePages = () =>
      page.evaluate(async () => {
        const found: string[] = [];
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const key of await cache.keys()) {
            const kept = await cache.match(key, { ignoreVary: true });
            const isPage = kept?.headers.get('content-type')?.startsWith('text/html');
            const { pathname } = new URL(key.url);
            const isOurs = pathname === '/app.html' && !(await kept?.text())?.includes('Free Wi-Fi');
            if (isPage && !isOurs) found.push(pathname);
          }
        }
        return found;
      });
    await expect.poll(() => answered).toBeGreaterThanOrEqual(screens);
    expect(await strangePages()).toEqual([]);
    portal.remove();
    release.remove();
    await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: 'WARM' }));
    await expect
      .poll(() => page.evaluate(async () => (await (await caches.open('tambay-assets')).keys()).length))
      .toBeGreaterThan(50);
    expect(await strangePages()).toEqual([]);
  });

  test('a browser that reads codes itself is spared ours when the rest is fetched, another one gets it', async ({
    browser,
  }) => {
    const { later } = await readWorkerFiles();
    const readers = later.filter(isQrReader);
    expect(readers).toHaveLength(1);
    for (const formats of [['qr_code'], ['ean_13'], null]) {
      const context = await browser.newContext();
      await context.addInitScript((read) => {
        // What the test's browser has of its own is not asked.
        Reflect.deleteProperty(window, 'BarcodeDetector');
        class Reader {
          async detect() {
            return [];
          }
        }
        Object.assign(Reader, { getSupportedFormats: async () => read });
        if (read !== null) Object.assign(window, { BarcodeDetector: Reader });
      }, formats);
      const page = await context.newPage();
      await arriveSignedIn(page, proxy.origin, ana);
      const fetched = () =>
        page.evaluate(async () => {
          const keys = await (await caches.open('tambay-assets')).keys();
          return keys.map(({ url }) => new URL(url).pathname);
        });
      const isSpared = formats?.includes('qr_code') === true;
      const wanted = later.filter((path) => !isHeicReader(path) && !(isSpared && isQrReader(path)));
      await expect.poll(async () => new Set(await fetched()), { timeout: 30_000 }).toEqual(new Set(wanted));
      await context.close();
    }
  });

  test('the month’s meter counts what the worker fetches for the page, and counts it once', async ({
    page,
  }) => {
    const { later } = await readWorkerFiles();
    const [reader = ''] = later.filter(isQrReader);
    // The worker fetches nothing of its own accord.
    await page.addInitScript(() => {
      const { postMessage } = ServiceWorker.prototype;
      ServiceWorker.prototype.postMessage = function (message: { type?: unknown }, options?: object) {
        if (message.type !== 'WARM') postMessage.call(this, message, options);
      };
    });
    await arriveSignedIn(page, proxy.origin, ana);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    // The app has begun, and with it its meter.
    await expect(chatRow(page, 'Ben Cruz')).toBeVisible();
    const metered = () =>
      page.evaluate(() => Number(localStorage.getItem('tambay.dataMeter')?.split(' ')[1] ?? 0));
    const before = await metered();
    const weight = await page.evaluate(
      async (path) => Number((await fetch(path)).headers.get('content-length')),
      reader,
    );
    expect(weight).toBeGreaterThan(10_000);
    await expect.poll(metered).toBeGreaterThanOrEqual(before + weight);
    // Whatever comes late has come with the next file.
    await page.evaluate((path) => fetch(path, { cache: 'reload' }), '/icons/tambay.svg');
    expect(await metered()).toBeLessThan(before + 1.5 * weight);
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
    // In words, so that a failure says how far it came.
    const registered = () =>
      page.evaluate(async () => {
        return (await navigator.serviceWorker.getRegistrations()).map(
          ({ installing, waiting, active }) => `${installing?.state} ${waiting?.state} ${active?.state}`,
        );
      });
    await expect.poll(registered).toEqual([]);
    expect((await cached(page)).filter((path) => path.startsWith('/assets/'))).toEqual([]);
    await expect
      .poll(async () => (await history(app.origin, ben, ana)).map(({ content }) => content).at(-1))
      .toBe('Naghihintay ito');
    await app.stop();
    await app.start();
  });
});
