import { expect, type Worker } from '@playwright/test';
import { LIMITS } from '../../protocol/index.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import {
  befriend,
  endSession,
  history,
  type Person,
  registerPerson,
  say,
} from '../support/browser-people.ts';
import {
  createPusher,
  openPushStage,
  openTold,
  type PushStage,
  subscribe,
  tap,
} from '../support/browser-push.ts';
import { chatRow, message, openChat } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';
import { setWrong, setWrongAtWorker } from '../support/wrong-clock.ts';

/** What the worker's global scope has and the page's types do not know. */
type Scope = { readonly registration: ServiceWorkerRegistration; badged: number[] };

const bodiesAt = (worker: Worker): Promise<string[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as Scope;
    return (await registration.getNotifications()).map(({ body }) => body);
  });

/** What is shown from now on, also if it is closed at once. */
const noteShown = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const { registration } = globalThis as unknown as Scope;
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    const show = registration.showNotification.bind(registration);
    registration.showNotification = (title, options) => {
      shown.push(`${title}: ${options?.body ?? ''}`);
      return show(title, options);
    };
  });
const shownBy = (worker: Worker): Promise<unknown> => worker.evaluate(() => Reflect.get(globalThis, 'shown'));

/** A Chromium without a place for icons says nothing of their badges. */
const noteBadges = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const badged: number[] = [];
    Object.assign(globalThis, { badged });
    const set = async (count = 0): Promise<void> => void badged.push(count);
    Object.assign(navigator, { setAppBadge: set, clearAppBadge: () => set() });
  });
const badgesOf = (worker: Worker): Promise<number[]> =>
  worker.evaluate(() => (globalThis as unknown as Scope).badged);

test.describe('a push that comes to a worker without a page', () => {
  let stage: PushStage;
  let ana: Person;
  let ben: Person;
  test.beforeAll(async () => {
    stage = await openPushStage();
    ana = await registerPerson(stage.app.origin, 'Ana', 'Santos');
    ben = await registerPerson(stage.app.origin, 'Ben', 'Cruz');
    await befriend(stage.app.origin, ana, ben);
  });
  test.afterAll(async () => {
    await stage?.dispose();
  });

  test('ends with the badge that is true once what waited here has been sent, and is shown also when the storage does not answer', async ({
    browser,
  }) => {
    const { app, proxy } = stage;
    const { context, page, worker } = await openTold(browser, proxy.origin, ben);
    await noteBadges(worker);
    const told = await subscribe(stage, ben);
    await say(app.origin, ana, ben, 'Una');
    await expect(chatRow(page, 'Ana Santos')).toContainText('Una');

    // Read in a tunnel, and the page is left there: only the device knows of it.
    proxy.setDown(true);
    await openChat(page, 'Ana Santos');
    await expect(message(page, 'Una')).toBeVisible();
    await page.bringToFront();
    await expect.poll(() => dumpDatabases(page, ['outbox'])).toContain('markSeen');
    const blank = await context.newPage();
    await page.close();
    await say(app.origin, ana, ben, 'Ikalawa');
    const second = await told('Ikalawa');
    proxy.setDown(false);
    await blank.goto(`${proxy.origin}/icons/tambay.svg`);
    const push = await createPusher(context, blank, proxy.origin);
    await push(second);
    await expect.poll(() => bodiesAt(worker)).toContain('Ikalawa');
    // When it was sent, both were unseen.
    await expect.poll(() => badgesOf(worker)).toEqual([2, 1]);

    // As while a page of a newer release upgrades it: every caller waits.
    await worker.evaluate(() => {
      IDBFactory.prototype.open = () => Object.create(null);
    });
    await say(app.origin, ana, ben, 'Ikatlo');
    await push(await told('Ikatlo'));
    await expect.poll(() => bodiesAt(worker)).toEqual(['Ikatlo']);
    await context.close();
  });

  test('is tapped while the app starts on a dead link, which answers nothing: its chat opens all the same', async ({
    browser,
  }) => {
    const { app, proxy } = stage;
    const { context, page, worker, push } = await openTold(browser, proxy.origin, ben);
    const told = await subscribe(stage, ben);
    const dead = proxy.inject(
      { kind: 'halfOpen' },
      { matches: ({ path }) => /^\/(api|socket\.io)\//.test(path) },
    );
    proxy.cutSockets();
    await page.reload();
    // Drawn from the tables, and the server has not said yet whether the session lives.
    await expect(chatRow(page, 'Ana Santos')).toBeVisible();
    await say(app.origin, ana, ben, 'Nasa labas ako');
    await push(await told('Nasa labas ako'));
    await expect.poll(() => bodiesAt(worker)).toContain('Nasa labas ako');
    await tap(worker);
    await expect(page).toHaveURL(/\/chats\//);
    await expect(message(page, 'Nasa labas ako')).toBeVisible();
    dead.remove();
    await context.close();
  });

  test('[T08] tells late only that something came, when the session that it is for has died meanwhile', async ({
    browser,
  }) => {
    const { app, proxy } = stage;
    const cora = await registerPerson(app.origin, 'Cora', 'Lim');
    await befriend(app.origin, ana, cora);
    const { context, page, worker, push } = await openTold(browser, proxy.origin, cora);
    const told = await subscribe(stage, cora);
    await say(app.origin, ana, cora, 'Sa atin lang ito');
    const late = await told('Sa atin lang ito');
    await endSession(app.origin, cora);
    await page.reload();
    await expect(page.getByText('You were signed out.')).toBeVisible();
    await noteShown(worker);
    await push(late);
    await expect.poll(() => shownBy(worker)).toEqual(['Tambay: Something new is waiting for you']);
    await context.close();
  });

  test('gives an answer back that cannot be kept, and what comes next does not take its place', async ({
    browser,
  }) => {
    const { app, proxy } = stage;
    const { context, worker, push } = await openTold(browser, proxy.origin, ben);
    const told = await subscribe(stage, ben);
    await say(app.origin, ana, ben, 'Kumusta ka na?');
    const asked = await told('Kumusta ka na?');
    await push(asked);
    await expect.poll(() => bodiesAt(worker)).toEqual(['Kumusta ka na?']);
    const tooLong = 'mahaba '.repeat(LIMITS.messageMax / 5).trim();
    await tap(worker, 'reply', tooLong);
    await expect.poll(() => bodiesAt(worker)).toEqual([`Not sent: ${tooLong}`]);
    await push(asked);
    await expect
      .poll(async () => new Set(await bodiesAt(worker)))
      .toEqual(new Set([`Not sent: ${tooLong}`, 'Kumusta ka na?']));
    await context.close();
  });

  test('is answered without a network on a phone whose clock is wrong: the words carry the time of the server', async ({
    browser,
  }) => {
    const { app, proxy } = stage;
    const { context, page, worker, push } = await openTold(browser, proxy.origin, ben);
    const told = await subscribe(stage, ben);
    const wrongMs = -2 * 3_600_000;
    await setWrong(context, wrongMs);
    await page.reload();
    await expect(chatRow(page, 'Ana Santos')).toBeVisible();
    // The page has learnt the time of the server by now, and tells the worker when it is left.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => dumpDatabases(page, ['device'])).toMatch(/"clockOffsetMs":7[12]\d{5}/);
    await setWrongAtWorker(worker, wrongMs);
    await say(app.origin, ana, ben, 'Anong oras na?');
    await push(await told('Anong oras na?'));
    await expect.poll(() => bodiesAt(worker)).toContain('Anong oras na?');
    proxy.setDown(true);
    await tap(worker, 'reply', 'Mag-aalas dos');
    await expect.poll(() => dumpDatabases(page, ['outbox'])).toContain('Mag-aalas dos');
    proxy.setDown(false);
    const last = async () => (await history(app.origin, ana, ben)).at(-1);
    await expect.poll(async () => (await last())?.content).toBe('Mag-aalas dos');
    const { writtenAt = '', createdAt = '' } = (await last()) ?? {};
    expect(Math.abs(Date.parse(writtenAt) - Date.parse(createdAt))).toBeLessThan(5 * 60_000);
    await context.close();
  });

  test('is tapped while something else of this address is open, which would not listen: the app opens beside it', async ({
    browser,
  }) => {
    const { app, proxy } = stage;
    const { context, page, worker, push } = await openTold(browser, proxy.origin, ben);
    const told = await subscribe(stage, ben);
    await page.goto(`${proxy.origin}/api/v1/health/check`);
    // No test can have a window opened: the browser wants a real tap.
    await worker.evaluate(() => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      Object.assign(Reflect.get(globalThis, 'clients'), {
        openWindow: async (url: string) => void opened.push(url),
      });
    });
    await say(app.origin, ana, ben, 'Nasaan ka?');
    await push(await told('Nasaan ka?'));
    await expect.poll(() => bodiesAt(worker)).toEqual(['Nasaan ka?']);
    await tap(worker);
    await expect
      .poll(() => worker.evaluate(() => Reflect.get(globalThis, 'opened')))
      .toEqual([`/chats/${ana.uniqueCode}`]);
    await context.close();
  });
});
