import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { freePort, type RunningApp, startApp } from '../support/browser-app.ts';
import {
  clearOrigin,
  dispatchSync,
  freezeTab,
  limitStorage,
  stopAllWorkers,
} from '../support/browser-faults.ts';
import { befriend, history, type Person, registerPerson } from '../support/browser-people.ts';
import { type BrowserProfile, crashTab, createProfile } from '../support/browser-profile.ts';
import {
  allWords,
  arriveSignedIn,
  composer,
  message,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';

/** The whole run: `PLATFORM_ROUNDS=50 playwright test platform`. Three rounds meet each fault once. */
const ROUNDS = Number(process.env['PLATFORM_ROUNDS'] ?? '3');

/** The virtual list draws what is near the window: this one holds every message of a short run. */
const tall = { viewport: { width: 700, height: 1_600 } };

let app: RunningApp;
let proxy: FaultProxy;
let profile: BrowserProfile;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  const port = await freePort();
  proxy = await startFaultProxy({ target: `http://127.0.0.1:${port}` });
  app = await startApp({ port, origins: [proxy.origin] });
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

const byWords = (a: string | null, b: string | null): number => (a ?? '').localeCompare(b ?? '');

const controlled = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

const openTab = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${app.origin}/profile/messages`);
  await openChat(page, 'Ben Cruz');
  return page;
};

test('the worker sends what a closed page has left', async () => {
  const context = await profile.open(tall);
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await waitForShell(page);
  await controlled(page);
  await context.setOffline(true);
  await write(page, 'Left behind');
  // A page of the origin without the app: nothing but the worker can send.
  const bare = await context.newPage();
  await page.close();
  await context.setOffline(false);
  await bare.goto(`${app.origin}/icons/tambay.svg`);
  expect(await storedWords()).toEqual([]);
  await dispatchSync(bare, 'workbox-background-sync:tambay-outbox');
  await expect.poll(storedWords).toEqual(['Left behind']);
  await dispatchSync(bare, 'workbox-background-sync:tambay-outbox');
  const again = await openTab(context);
  await expect(message(again, 'Left behind')).toHaveCount(1);
  expect(await storedWords()).toEqual(['Left behind']);
});

test('a page that is left asks the worker, without any Background Sync', async () => {
  const context = await profile.open(tall);
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await waitForShell(page);
  await controlled(page);
  await context.setOffline(true);
  await write(page, 'By message');
  const bare = await context.newPage();
  await page.close();
  await context.setOffline(false);
  await bare.goto(`${app.origin}/icons/tambay.svg`);
  await bare.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: 'FLUSH' }));
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

test('cleared data are said in words', async () => {
  const context = await profile.open(tall);
  const page = await context.newPage();
  await arriveSignedIn(page, proxy.origin, ana);
  await openChat(page, 'Ben Cruz');
  // The network is there: without it nothing of the app could be loaded any more once everything is cleared.
  proxy.inject({ kind: 'status', status: 503 }, { matches: ({ path }) => path === '/api/v1/sync/push' });
  await write(page, 'About to vanish');
  await clearOrigin(page);
  await expect(page.getByText('The browser cleared this device. 1 unsent item is gone.')).toBeVisible();
});

test('three tabs and a worker, frozen, crashed, stopped, offline, full and killed: nothing lost, nothing doubled', async () => {
  test.setTimeout(120_000 + ROUNDS * 60_000);
  let context = await profile.open(tall);
  const first = await context.newPage();
  await arriveSignedIn(first, app.origin, ana);
  await openChat(first, 'Ben Cruz');
  await waitForShell(first);
  let tabs = [first, await openTab(context), await openTab(context)];
  const written: string[] = [];

  const say = async (index: number, text: string): Promise<void> => {
    const tab = tabs[index];
    if (!tab) throw new Error('Three tabs');
    await write(tab, text);
    written.push(text);
  };
  const replace = async (index: number): Promise<void> => {
    tabs[index] = await openTab(context);
  };

  const faults: ((name: string) => Promise<void>)[] = [
    async function frozen(name) {
      await say(0, `${name} before`);
      const { thaw } = await freezeTab(tabs[0] ?? first);
      await say(1, `${name} beside`);
      await thaw();
      await say(0, `${name} after`);
    },
    async function crashed(name) {
      await context.setOffline(true);
      await say(1, `${name} before`);
      await crashTab(tabs[1] ?? first);
      await context.setOffline(false);
      await replace(1);
      await say(1, `${name} after`);
    },
    async function stopped(name) {
      await say(2, `${name} before`);
      await stopAllWorkers(tabs[2] ?? first);
      await say(2, `${name} after`);
    },
    async function offline(name) {
      await context.setOffline(true);
      for (const index of [0, 1, 2]) await say(index, `${name} ${index}`);
      await context.setOffline(false);
    },
    async function full(name) {
      const tab = tabs[0] ?? first;
      await limitStorage(tab, 1);
      await composer(tab).fill(`${name} kept`);
      await tab.getByRole('button', { name: 'Send', exact: true }).click();
      // Refused in words, and the words are where they were typed; or there was room after all.
      await expect(
        tab
          .getByText('No space is left')
          .first()
          .or(message(tab, `${name} kept`))
          .first(),
      ).toBeVisible();
      await limitStorage(tab, null);
      if ((await message(tab, `${name} kept`).count()) === 0) {
        await expect(composer(tab)).toHaveValue(`${name} kept`);
        await tab.getByRole('button', { name: 'Send', exact: true }).click();
        await expect(message(tab, `${name} kept`)).toBeVisible();
      }
      written.push(`${name} kept`);
    },
    async function killed(name) {
      await context.setOffline(true);
      for (const index of [0, 1, 2]) await say(index, `${name} ${index}`);
      await profile.kill();
      context = await profile.open(tall);
      tabs = [await openTab(context), await openTab(context), await openTab(context)];
    },
  ];

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const fault of [faults[(2 * round) % faults.length], faults[(2 * round + 1) % faults.length]]) {
      await fault?.(`${round} ${fault.name}`);
    }
  }
  await expect
    .poll(async () => (await storedWords()).toSorted(byWords), { timeout: 90_000 })
    .toEqual(written.toSorted(byWords));
  // Every tab shows the same, once each.
  for (const tab of tabs) {
    if (written.length > 40) break;
    await expect.poll(async () => (await allWords(tab)).toSorted(byWords)).toEqual(written.toSorted(byWords));
  }
});
