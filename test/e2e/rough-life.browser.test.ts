import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import {
  dispatchSync,
  freezeTab,
  limitStorage,
  startWorker,
  stopAllWorkers,
} from '../support/browser-faults.ts';
import { befriend, history, type Person, registerPerson, say } from '../support/browser-people.ts';
import { type BrowserProfile, crashTab, createProfile } from '../support/browser-profile.ts';
import {
  allWords,
  arriveSignedIn,
  bubble,
  composer,
  expectArrived,
  expectUnsent,
  message,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** How often the browser is killed; docs/testing.md has the command of the long run. */
const kills = Number(process.env['BROWSER_KILL_ROUNDS'] ?? '3');
/** Written before each kill: the last one goes out of the hand in the very moment. */
const PER_KILL = 3;

/** The virtual list draws what is near the window: this one holds every message of a short run. */
const tall = { viewport: { width: 700, height: 1_600 } };

let app: RunningApp;
let profile: BrowserProfile;
let ana: Person;
let ben: Person;
test.beforeAll(({ app: shared }) => {
  app = shared;
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

/** A tab on the chat with Ben. Without a network, the worker gives it. */
async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${app.origin}/profile/messages`);
  await openChat(page, 'Ben Cruz');
  return page;
}

async function firstTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await waitForShell(page);
  return page;
}

test('three tabs and a worker: frozen, thawed, crashed and stopped, they lose and double nothing', async () => {
  const context = await profile.open(tall);
  const first = await firstTab(context);
  const second = await openTab(context);
  const third = await openTab(context);
  await first.bringToFront();
  await write(first, 'From the first');

  // The frozen tab holds the socket's lock: another one takes it over.
  const frozen = await freezeTab(first);
  await second.bringToFront();
  await write(second, 'From the second, while the first is frozen');
  await say(app.origin, ben, ana, 'From Ben');
  await expect(message(second, 'From Ben')).toBeVisible();
  await stopAllWorkers(second);
  await third.bringToFront();
  await write(third, 'From the third, without a worker');
  await frozen.thaw();

  await startWorker(third);
  await context.setOffline(true);
  await write(second, 'In the tunnel, before the crash');
  await crashTab(second);
  await write(third, 'In the tunnel, after the crash');
  await stopAllWorkers(third);
  await startWorker(third);
  await context.setOffline(false);

  const all = [
    'From the first',
    'From the second, while the first is frozen',
    'From Ben',
    'From the third, without a worker',
    'In the tunnel, before the crash',
    'In the tunnel, after the crash',
  ];
  await expect.poll(async () => new Set(await storedWords())).toEqual(new Set(all));
  const stored = await storedWords();
  expect(stored).toHaveLength(all.length);
  await expect.poll(() => allWords(third)).toEqual(stored);
  await first.bringToFront();
  await expect.poll(() => allWords(first)).toEqual(stored);
});

test('the worker sends what a closed page has left when the browser says that the network is back', async () => {
  const context = await profile.open(tall);
  const page = await firstTab(context);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const bare = await context.newPage();
  await bare.goto(`${app.origin}/icons/tambay.svg`);
  await page.bringToFront();
  await context.setOffline(true);
  await write(page, 'By Background Sync');
  await crashTab(page);
  expect(await storedWords()).toEqual([]);
  // From here on the browser may say it by itself; nobody but the worker is left to receive it.
  await context.setOffline(false);
  await dispatchSync(bare, 'workbox-background-sync:tambay-outbox');
  await expect.poll(storedWords).toEqual(['By Background Sync']);
});

test('a full disk is said, the words stay in the field, and what had room is sent once', async () => {
  const context = await profile.open(tall);
  const page = await firstTab(context);
  await context.setOffline(true);
  const kept: string[] = [];
  const disk = await limitStorage(page, 1);
  const refusal = page.getByText('No space is left').first();
  // The browser goes by what it last knew of the space, for half a minute.
  await expect
    .poll(
      async () => {
        const words = `Written while there was room ${kept.length}`;
        await composer(page).fill(words);
        await composer(page).press('Enter');
        await expect(bubble(page, words).getByTitle('Waiting to be sent').or(refusal)).toBeVisible();
        if (await refusal.isVisible()) return 'full';
        kept.push(words);
        return 'kept';
      },
      { intervals: [2_000], timeout: 90_000 },
    )
    .toBe('full');
  const refused = `Written while there was room ${kept.length}`;
  await expect(composer(page)).toHaveValue(refused);
  await expect(message(page, refused)).toHaveCount(0);

  await disk.lift();
  await composer(page).press('Enter');
  // By now the device may have tried the network once, and cannot know whether anything arrived.
  await expectUnsent(page, refused);
  await context.setOffline(false);
  await expect.poll(storedWords).toEqual([...kept, refused]);
  await expectArrived(page, refused);
});

test(`a browser that is killed ${kills} times loses nothing that it showed as stored`, async () => {
  test.setTimeout(60_000 + kills * 30_000);
  let context = await profile.open(tall);
  await firstTab(context);
  await profile.close();
  const written: string[] = [];
  for (let round = 1; round <= kills; round += 1) {
    context = await profile.open(tall);
    await context.setOffline(true);
    const page = await openTab(context);
    for (let count = 1; count <= PER_KILL; count += 1) {
      const words = `Round ${round}, ${count}`;
      await write(page, words);
      written.push(words);
    }
    // Shown or not, it may be there: once at most.
    await composer(page).fill(`Round ${round}, in the last moment`);
    await composer(page).press('Enter');
    await profile.kill();
  }
  context = await profile.open(tall);
  const page = await openTab(context);
  await expect
    .poll(async () => (await storedWords()).filter((words) => !words?.endsWith('in the last moment')))
    .toEqual(written);
  await expectArrived(page, written.at(-1) ?? '');
  const stored = await storedWords();
  expect(new Set(stored).size).toBe(stored.length);
});
