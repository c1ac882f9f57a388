import { type BrowserContext, expect, type Page } from '@playwright/test';
import { freePort, type RunningApp, startApp } from '../support/browser-app.ts';
import { befriend, history, type Person, registerPerson } from '../support/browser-people.ts';
import { crashTab } from '../support/browser-profile.ts';
import {
  allWords,
  arriveSignedIn,
  composer,
  conversation,
  expectState,
  message,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { findStepBack, recordStates, type StateRecord } from '../support/browser-watch.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { test } from '../support/story.ts';

/** The virtual list draws what is near the window: this one holds every message of a test. */
const tall = { viewport: { width: 700, height: 1_600 } };

/** Ana's network goes through the fault proxy; Ben's is good. */
test.describe('a message on a bad network', () => {
  let app: RunningApp;
  let proxy: FaultProxy;
  let anaContext: BrowserContext;
  let ana: Page;
  let ben: Page;
  let anaAccount: Person;
  let benAccount: Person;
  let states: StateRecord;
  const unrecorded = new Set<Page>();

  test.beforeAll(async () => {
    const port = await freePort();
    proxy = await startFaultProxy({ target: `http://127.0.0.1:${port}` });
    app = await startApp({ port, origins: [proxy.origin] });
  });
  test.afterAll(async () => {
    await proxy?.close();
    await app?.dispose();
  });

  test.beforeEach(async ({ browser }) => {
    anaAccount = await registerPerson(app.origin, 'Ana', 'Santos');
    benAccount = await registerPerson(app.origin, 'Ben', 'Cruz');
    await befriend(app.origin, anaAccount, benAccount);
    anaContext = await browser.newContext(tall);
    states = await recordStates(anaContext, new Map(), unrecorded);
    ana = await anaContext.newPage();
    await arriveSignedIn(ana, proxy.origin, anaAccount);
    await openChat(ana, 'Ben Cruz');
    const benContext = await browser.newContext(tall);
    ben = await benContext.newPage();
    await arriveSignedIn(ben, app.origin, benAccount);
    await openChat(ben, 'Ana Santos');
  });
  test.afterEach(async () => {
    await anaContext?.close();
    await ben?.context().close();
  });

  /** Ben sees exactly these, the server holds exactly these, and no state of Ana's ever went back. */
  const expectWhole = async (texts: readonly string[], lastStateOf: Page = ana): Promise<void> => {
    await expect.poll(() => allWords(ben)).toEqual(texts);
    for (const text of texts) await expectState(lastStateOf, text, 'Seen');
    const stored = await history(app.origin, anaAccount, benAccount);
    expect(stored.map(({ content }) => content)).toEqual(texts);
    expect(findStepBack(states)).toBeUndefined();
  };

  test('a tab killed while offline loses nothing', async () => {
    await waitForShell(ana);
    await anaContext.setOffline(true);
    await write(ana, 'Written before the crash');
    await crashTab(ana);
    ana = await anaContext.newPage();
    await ana.goto(`${proxy.origin}/profile/messages`);
    await openChat(ana, 'Ben Cruz');
    await expectState(ana, 'Written before the crash', 'Waiting to be sent');
    await write(ana, 'Written after it');
    await anaContext.setOffline(false);
    await expectWhole(['Written before the crash', 'Written after it']);
  });

  test('an answer lost after the commit doubles nothing', async () => {
    const swallowed = proxy.inject(
      { kind: 'swallow' },
      { times: 2, matches: ({ path }) => path === '/api/v1/sync/push' },
    );
    await write(ana, 'Did this arrive?');
    await expect(message(ben, 'Did this arrive?')).toBeVisible();
    await write(ana, 'And this?');
    await expectWhole(['Did this arrive?', 'And this?']);
    expect(swallowed.hits()).toBe(2);
    swallowed.remove();
  });

  test('a request that arrives twice acts once', async () => {
    const doubled = proxy.inject(
      { kind: 'duplicate' },
      { matches: ({ path }) => path === '/api/v1/sync/push' },
    );
    await write(ana, 'Once is enough');
    await expectWhole(['Once is enough']);
    expect(doubled.hits()).toBeGreaterThan(0);
    doubled.remove();
  });

  test('the page of a captive portal is no answer: nothing is lost and nobody is signed out', async () => {
    const portal = proxy.inject({ kind: 'portal' }, { matches: ({ path }) => !path.startsWith('/icons/') });
    proxy.cutSockets();
    await write(ana, 'From the hotel');
    await expect.poll(() => portal.hits()).toBeGreaterThan(2);
    await expect(message(ana, 'From the hotel')).toBeVisible();
    await expect(composer(ana)).toBeVisible();
    expect(await ana.evaluate(() => localStorage.getItem('ACCESS_TOKEN'))).toBe(anaAccount.token);
    expect(await allWords(ben)).toEqual([]);
    portal.remove();
    await expectWhole(['From the hotel']);
  });

  test('a foreign 401 and a storm of 503 sign nobody out and lose nothing', async () => {
    const isPush = ({ path }: { path: string }) => path === '/api/v1/sync/push';
    proxy.inject({ kind: 'status', status: 503 }, { times: 1, matches: isPush });
    const foreign = proxy.inject({ kind: 'status', status: 401 }, { times: 1, matches: isPush });
    await write(ana, 'Through the storm');
    await expectWhole(['Through the storm']);
    expect(foreign.hits()).toBe(1);
    expect(await ana.evaluate(() => localStorage.getItem('ACCESS_TOKEN'))).toBe(anaAccount.token);
  });

  test('a connection that answers nothing is given up, and the message goes another way', async () => {
    const halfOpen = proxy.inject(
      { kind: 'halfOpen' },
      { times: 1, matches: ({ path }) => path === '/api/v1/sync/push' },
    );
    await write(ana, 'Into the void');
    await expect.poll(() => halfOpen.hits()).toBe(1);
    await expect(message(ben, 'Into the void')).toBeVisible({ timeout: 60_000 });
    await expectWhole(['Into the void']);
  });

  test('two tabs that write at once send everything once, each in its own order', async () => {
    const second = await anaContext.newPage();
    unrecorded.add(second);
    await second.goto(`${proxy.origin}/profile/messages`);
    await openChat(second, 'Ben Cruz');
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
    const writeAll = async (page: Page, tab: string) => {
      for (const number of numbers) {
        const words = `${tab} ${number}`;
        // An empty field shows the draft of the other tab, between the selection and the input of `fill`, too.
        await expect(async () => {
          await composer(page).fill(words);
          await expect(composer(page)).toHaveValue(words, { timeout: 1_000 });
        }).toPass();
        await write(page, words);
      }
    };
    await Promise.all([writeAll(ana, 'left'), writeAll(second, 'right')]);
    await expect.poll(async () => (await allWords(ben)).length).toBe(2 * numbers.length);
    const seenByBen = await allWords(ben);
    for (const tab of ['left', 'right']) {
      expect(seenByBen.filter((text) => text.startsWith(tab))).toEqual(
        numbers.map((number) => `${tab} ${number}`),
      );
    }
    await expect.poll(() => allWords(ana)).toEqual(seenByBen);
    await expect.poll(() => allWords(second)).toEqual(seenByBen);
    await expectWhole(seenByBen);
    await expect(conversation(second)).toBeVisible();
  });
});
