import { mkdir } from 'node:fs/promises';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import {
  findBarriers,
  findCutWords,
  findOverflow,
  findSmallTargets,
  settle,
  stretchTexts,
} from '../support/browser-layout.ts';
import { befriend, type Person, registerPerson, request, say } from '../support/browser-people.ts';
import { arriveSignedIn, waitForShell } from '../support/browser-steps.ts';
import { watchComplaints } from '../support/browser-watch.ts';
import { test } from '../support/story.ts';

/** Pictures of every screen land in test-results/screens, to be looked at; nobody looks at those of CI. */
const folder = 'test-results/screens';
const isLookedAt = process.env['CI'] !== 'true';
const schemes = isLookedAt ? (['light', 'dark'] as const) : (['light'] as const);

const sizes = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desk: { viewport: { width: 1_280, height: 800 }, hasTouch: false, isMobile: false },
} as const;
const languages = ['en-US', 'fil'] as const;

interface Cast {
  ana: Person;
  ben: Person;
  newcomer: Person;
}

interface Shot {
  name: string;
  /** Whose eyes: a visitor has no token. */
  who: 'visitor' | 'ana' | 'newcomer';
  path: (cast: Cast) => string;
  /** What is there when the screen is, in any language. */
  sign: (page: Page, cast: Cast) => Locator;
}

const heading = (page: Page): Locator => page.getByRole('heading').first();
const text = (words: string) => (page: Page) => page.getByText(words).first();

const shots: readonly Shot[] = [
  { name: 'sign-in', who: 'visitor', path: () => '/', sign: (page) => page.locator('input[type=email]') },
  {
    name: 'register',
    who: 'visitor',
    path: () => '/register',
    sign: (page) => page.locator('input[type=email]'),
  },
  { name: 'not-found', who: 'visitor', path: () => '/not-found', sign: (page) => page.getByRole('link') },
  { name: 'messages-empty', who: 'newcomer', path: () => '/profile/messages', sign: heading },
  { name: 'friends-empty', who: 'newcomer', path: () => '/profile/friends', sign: heading },
  { name: 'requests-empty', who: 'newcomer', path: () => '/profile/friend-requests', sign: heading },
  { name: 'messages', who: 'ana', path: () => '/profile/messages', sign: text('Kita tayo') },
  { name: 'friends', who: 'ana', path: () => '/profile/friends', sign: text('Ben Cruz') },
  {
    name: 'add-friend',
    who: 'ana',
    path: () => '/profile/add-friend',
    sign: (page) => page.locator('input'),
  },
  { name: 'requests', who: 'ana', path: () => '/profile/friend-requests', sign: text('Dodong') },
  { name: 'person', who: 'ana', path: ({ ben }) => `/users/${ben.uniqueCode}`, sign: text('Ben Cruz') },
  {
    name: 'chat',
    who: 'ana',
    path: ({ ben }) => `/chats/${ben.uniqueCode}`,
    sign: (page) => page.getByRole('log').getByText('Kita tayo'),
  },
  { name: 'search', who: 'ana', path: () => '/search?q=kita', sign: (page) => page.locator('mark').first() },
  {
    name: 'new-chat',
    who: 'ana',
    path: () => '/chats/new',
    sign: (page) => page.getByRole('checkbox').first(),
  },
  { name: 'start-chat', who: 'ana', path: () => '/chats/start', sign: heading },
  {
    name: 'saved-messages',
    who: 'ana',
    path: ({ ana }) => `/chats/${ana.uniqueCode}`,
    sign: (page) => page.locator('textarea').last(),
  },
  { name: 'gallery', who: 'ana', path: ({ ben }) => `/chats/${ben.uniqueCode}/media`, sign: heading },
  { name: 'starred', who: 'ana', path: () => '/chats/starred', sign: heading },
  { name: 'public-chats', who: 'ana', path: () => '/chats/public', sign: heading },
  {
    name: 'edit-profile',
    who: 'ana',
    path: () => '/profile/update',
    sign: (page) => page.locator('input[type=date]'),
  },
  { name: 'blocked', who: 'ana', path: () => '/profile/blocked', sign: heading },
  {
    name: 'profile',
    who: 'ana',
    path: () => '/profile',
    // Not the picture of the last visit, which stands there until the app does.
    sign: (page) => page.locator('#root').getByText(/^\w{4}-\w{4}-\w{5}$/),
  },
  {
    name: 'settings',
    who: 'ana',
    path: () => '/profile/settings',
    sign: heading,
  },
  {
    name: 'settings-notifications',
    who: 'ana',
    path: () => '/profile/settings/notifications',
    sign: (page) => page.getByRole('switch').first(),
  },
  { name: 'language', who: 'ana', path: () => '/profile/change-language', sign: text('Filipino') },
  { name: 'outbox-empty', who: 'ana', path: () => '/profile/outbox', sign: heading },
];

const talk = [
  ['ben', 'Uy Ana! Nakauwi ka na ba?'],
  ['ana', 'Oo, kararating lang. Grabe ang traffic sa EDSA 😅'],
  ['ana', 'Two hours from Cubao to Makati. I finished a whole podcast and half of another one.'],
  ['ben', '🎧🎧🎧'],
  ['ben', 'The schedule is here: https://example.com/events/sabado?lugar=plaza&oras=18:00'],
  ['ana', 'Sige, Saturday tayo'],
  ['ben', 'Kita tayo sa plaza mamaya, bandang alas-sais 🌇'],
] as const;

test.describe('every screen', () => {
  // A third of the suite's time in one file: both workers share it, each with an app of its own.
  test.describe.configure({ mode: 'parallel' });
  let app: RunningApp;
  let cast: Cast;
  test.beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    app = await startApp();
    const { origin } = app;
    const ana = await registerPerson(origin, 'Ana', 'Santos');
    const ben = await registerPerson(origin, 'Ben', 'Cruz');
    const carla = await registerPerson(origin, 'Maria Carla', 'de los Reyes-Villanueva');
    const dodong = await registerPerson(origin, 'Dodong', 'Bautista');
    const newcomer = await registerPerson(origin, 'Bago', 'Lang');
    await befriend(origin, ana, ben);
    await befriend(origin, carla, ana);
    await request(origin, dodong, ana);
    await request(origin, ana, await registerPerson(origin, 'Elena', 'Garcia'));
    for (const [who, words] of talk) {
      const [from, to] = who === 'ana' ? [ana, ben] : [ben, ana];
      await say(origin, from, to, words);
    }
    await say(origin, ana, carla, 'Salamat sa ulam kahapon!');
    cast = { ana, ben, newcomer };
  });
  test.afterAll(async () => {
    await app?.dispose();
  });

  /** A context signed in as one of the cast, with the shell on the device. */
  const arrive = async (context: BrowserContext, who: Shot['who']): Promise<Page> => {
    const page = await context.newPage();
    if (who === 'visitor') await page.goto(app.origin);
    else await arriveSignedIn(page, app.origin, cast[who], '/profile/friends');
    await waitForShell(page);
    await expect(heading(page)).toBeVisible();
    return page;
  };

  const look = async (page: Page, shot: Shot, isOnline: boolean): Promise<void> => {
    await page.goto(app.origin + shot.path(cast));
    await expect(shot.sign(page, cast)).toBeVisible();
    // The strip waits a moment before it speaks of trouble.
    if (!isOnline && shot.who !== 'visitor') {
      await expect(page.getByRole('status').filter({ hasText: /\S/ }).first()).toBeVisible();
    }
    await settle(page);
  };

  // Dozens of screens in two languages and two schemes: a loaded machine takes minutes, and that is no failure.
  test.setTimeout(400_000);
  for (const [size, device] of Object.entries(sizes)) {
    for (const who of ['visitor', 'newcomer', 'ana'] as const) {
      test(`${who} on a ${size}: fits, can be pressed and read, and breaks no rule of the policy`, async ({
        browser,
      }) => {
        const context = await browser.newContext(device);
        const complaints = await watchComplaints(context);
        const page = await arrive(context, who);
        const wrong: string[] = [];
        const note = (where: string, found: readonly string[]) => {
          wrong.push(...found.map((each) => `${where}: ${each}`));
        };
        for (const language of languages) {
          await page.evaluate((chosen) => localStorage.setItem('tambay.language', chosen), language);
          for (const isOnline of [true, false]) {
            await context.setOffline(!isOnline);
            for (const shot of shots.filter((each) => each.who === who)) {
              await look(page, shot, isOnline);
              // Two languages offline differ in words alone: one picture is enough.
              const seen = isOnline || language === 'en-US' ? schemes : (['light'] as const);
              for (const scheme of seen) {
                await page.emulateMedia({ colorScheme: scheme });
                await settle(page);
                const name = [shot.name, size, scheme, language, ...(isOnline ? [] : ['offline'])].join('-');
                if (isLookedAt) await page.screenshot({ path: `${folder}/${name}.png` });
                // Each address is judged in `addresses`, by day and by night; here what these people see there.
                const isJudged = isOnline && language === 'en-US' && size === 'phone' && scheme === 'light';
                if (isJudged) note(name, await findBarriers(page));
              }
              const where = `${shot.name} ${size} ${language} ${isOnline ? 'online' : 'offline'}`;
              note(where, await findOverflow(page));
              note(where, await findCutWords(page));
              if (size === 'phone') note(where, await findSmallTargets(page));
            }
          }
          await context.setOffline(false);
        }
        note(`${who} ${size}`, complaints.all());
        await context.close();
        expect(wrong).toEqual([]);
      });
    }
  }

  test('words half as long again still fit a phone', async ({ browser }) => {
    const context = await browser.newContext(sizes.phone);
    const wrong: string[] = [];
    for (const who of ['visitor', 'newcomer', 'ana'] as const) {
      const page = await arrive(context, who);
      for (const shot of shots.filter((each) => each.who === who)) {
        await look(page, shot, true);
        await stretchTexts(page);
        if (isLookedAt) await page.screenshot({ path: `${folder}/${shot.name}-phone-light-long.png` });
        wrong.push(...(await findOverflow(page)).map((each) => `${shot.name}: ${each}`));
      }
      await page.close();
      const cleaner = await context.newPage();
      await cleaner.goto(`${app.origin}/icons/tambay.svg`);
      await cleaner.evaluate(() => localStorage.clear());
      await cleaner.close();
    }
    await context.close();
    expect(wrong).toEqual([]);
  });
});
