import { expect, test, type Worker } from '@playwright/test';
import { dumpDatabases } from '../support/browser-databases.ts';
import { befriend, type Person, registerPerson, say } from '../support/browser-people.ts';
import {
  createPusher,
  openPushStage,
  openTold,
  type PushStage,
  subscribe,
  tap,
} from '../support/browser-push.ts';
import { chatRow, message, openChat } from '../support/browser-steps.ts';

/** What the worker's global scope has and the page's types do not know. */
type Scope = { readonly registration: ServiceWorkerRegistration; badged: number[] };

const bodiesAt = (worker: Worker): Promise<string[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as Scope;
    return (await registration.getNotifications()).map(({ body }) => body);
  });

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

    // As while a page of a newer release upgrades it: whoever asks waits.
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
});
