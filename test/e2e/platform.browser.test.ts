import { expect, type Page, type Request } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import { clearOrigin, evictOrigin, evictScripted } from '../support/browser-faults.ts';
import { befriend, history, type Person, registerPerson } from '../support/browser-people.ts';
import { type BrowserProfile, createProfile } from '../support/browser-profile.ts';
import { startAppBehindProxy } from '../support/browser-proxy.ts';
import {
  arriveSignedIn,
  chatRow,
  composer,
  expectState,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { test } from '../support/story.ts';

/** The virtual list draws what is near the window: this one holds every message of a short run. */
const tall = { viewport: { width: 700, height: 1_600 } };

let app: RunningApp;
let proxy: FaultProxy;
let profile: BrowserProfile;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  ({ app, proxy } = await startAppBehindProxy());
});
test.afterAll(async () => {
  await proxy?.close();
  await app?.dispose();
});
test.beforeEach(async () => {
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  profile = await createProfile();
});
test.afterEach(() => profile?.dispose());

const storedWords = async (): Promise<(string | null)[]> =>
  (await history(app.origin, ben, ana)).map(({ content }) => content);

/** A pull that says how much would be lost with the device. */
const tells =
  (pendingCount: number) =>
  (request: Request): boolean =>
    request.url().endsWith('/sync/pull') && request.postDataJSON().pendingCount === pendingCount;

/** The page has no network any more; its worker has. */
const cutOff = async (page: Page): Promise<void> => {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: true,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
};

const setHidden = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });

const controlled = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

test('a page that is left asks the worker, without any Background Sync', async () => {
  const context = await profile.open(tall);
  // As in Firefox and Safari.
  await context.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'));
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await waitForShell(page);
  await controlled(page);
  // The page alone has no network: what arrives, the worker has sent.
  await cutOff(page);
  await write(page, 'By message');
  await expectState(page, 'By message', 'Waiting to be sent');
  expect(await storedWords()).toEqual([]);
  await page.close();
  await expect.poll(storedWords).toEqual(['By message']);
});

test('a token that a killed browser lost comes back, and after a sign-out it does not', async () => {
  let context = await profile.open(tall);
  let page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await profile.kill();
  context = await profile.open(tall);
  page = await context.newPage();
  await page.goto(`${app.origin}/profile`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
  await page.goto(`${app.origin}/profile`);
  await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
});

test('what a browser in need of room deleted while the app was closed is said in words', async () => {
  const context = await profile.open(tall);
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await openChat(page, 'Ben Cruz');
  await context.setOffline(true);
  await write(page, 'Written after the last answer');
  await write(page, 'And this');
  const blank = await context.newPage();
  await page.close();
  await evictOrigin(blank, app.origin);
  await context.setOffline(false);
  await blank.goto(`${app.origin}/profile/messages`);
  const lost = blank.getByText('The browser cleared this device. 2 unsent items are gone.');
  await expect(lost).toBeVisible();
  await expect(chatRow(blank, 'Ben Cruz')).toBeVisible();
  await blank.getByRole('status').filter({ has: lost }).getByRole('button', { name: 'Close' }).click();
  await expect(lost).toHaveCount(0);
});

test('what a browser deleted with its local storage is said in words after the next sign-in, with its cookies or without', async () => {
  const context = await profile.open(tall);
  const page = await context.newPage();
  await arriveSignedIn(page, proxy.origin, ana);
  await waitForShell(page);
  await openChat(page, 'Ben Cruz');
  proxy.inject({ kind: 'status', status: 503 }, { matches: ({ path }) => path === '/api/v1/sync/push' });
  await write(page, 'Never sent');
  await write(page, 'Nor this');
  // From here on the page alone has no network: what the server learns, the worker tells when the page is put away.
  await controlled(page);
  await cutOff(page);
  await composer(page).fill('And half a thought');
  await expect.poll(() => dumpDatabases(page, ['chatDrafts'])).toContain('And half a thought');
  const pulls = () => proxy.requests().filter((request) => request === 'POST /api/v1/sync/pull').length;
  const before = pulls();
  await setHidden(page);
  await expect.poll(pulls).toBeGreaterThan(before);
  const blank = await context.newPage();
  await page.close();
  await evictScripted(blank, proxy.origin);
  await blank.close();
  const later = await context.newPage();
  await arriveSignedIn(later, proxy.origin, ana);
  const lost = later.getByText('The browser cleared this device. 3 unsent items are gone.');
  await expect(lost).toBeVisible();
  // Until it is closed, whatever becomes of the page.
  await expect.poll(() => dumpDatabases(later, ['meta'])).toContain('lostPending');
  await later.reload();
  await expect(lost).toBeVisible();

  await later.close();
  const blankAgain = await context.newPage();
  await evictScripted(blankAgain, proxy.origin);
  await context.clearCookies();
  await blankAgain.close();
  const latest = await context.newPage();
  await arriveSignedIn(latest, proxy.origin, ana);
  await expect(
    latest.getByText(/^On .+ 3 unsent items were waiting in a browser like this one\./),
  ).toBeVisible();
});

test.describe('without a worker', () => {
  test('a page that is put away tells what would be lost with it itself', async ({ browser }) => {
    const context = await browser.newContext({ ...tall, serviceWorkers: 'block' });
    const page = await context.newPage();
    await arriveSignedIn(page, proxy.origin, ana);
    await openChat(page, 'Ben Cruz');
    await composer(page).fill('Half a thought');
    await expect.poll(() => dumpDatabases(page, ['chatDrafts'])).toContain('Half a thought');
    const told = page.waitForRequest(tells(1));
    await setHidden(page);
    await told;
    await context.close();
  });
});

for (const isReloaded of [false, true]) {
  test(`cleared data are said in words${isReloaded ? ', also by a page that is loaded again at once' : ''}`, async () => {
    const context = await profile.open(tall);
    const page = await context.newPage();
    await arriveSignedIn(page, proxy.origin, ana);
    await openChat(page, 'Ben Cruz');
    // The network is there: without it nothing of the app could be loaded any more once everything is cleared.
    proxy.inject({ kind: 'status', status: 503 }, { matches: ({ path }) => path === '/api/v1/sync/push' });
    await write(page, 'About to vanish');
    // It was tried: by now the engine has counted it, too.
    await expectState(page, 'About to vanish', 'Sending');
    await clearOrigin(page);
    // The router reloads a page that can't load its next screen, as when the worker is deleted meanwhile.
    if (isReloaded) await page.reload();
    await expect(page.getByText('The browser cleared this device. 1 unsent item is gone.')).toBeVisible();
  });
}
