import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { routerAddresses, type Stage, settleStage, type Visit, visits } from '../support/app-addresses.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import {
  findBarriers,
  findFaintTexts,
  findOverflow,
  findSmallTargets,
  settle,
} from '../support/browser-looks.ts';
import { registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn } from '../support/browser-steps.ts';
import { watchComplaints } from '../support/browser-watch.ts';

test('the list of addresses to look at is the list of the router', () => {
  expect(new Set(Object.keys(visits))).toEqual(new Set(routerAddresses()));
  expect(routerAddresses().length).toBeGreaterThan(40);
});

const devices = {
  'a phone, in Filipino': {
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    language: 'fil',
    isTouched: true,
  },
  'a desk, in English': {
    context: { viewport: { width: 1_280, height: 800 } },
    language: 'en-US',
    isTouched: false,
  },
} as const;

/** Each address is in one of them. */
const groups: Readonly<Record<string, (address: string, visit: Visit) => boolean>> = {
  'for visitors': (_address, { who }) => who === 'visitor',
  'of the profile': (address, { who }) => who === 'ana' && address.startsWith('/profile'),
  'of chats, people and posts': (address, { who }) => who === 'ana' && !address.startsWith('/profile'),
};

test.describe('every address', () => {
  // Both devices at once, each with an app of its own.
  test.describe.configure({ mode: 'parallel' });
  let app: RunningApp;
  let stage: Stage;
  test.beforeAll(async () => {
    app = await startApp();
    const ana = await registerPerson(app.origin, 'Ana', 'Santos');
    await app.stop();
    await app.start({ MODERATORS: ana.uniqueCode });
    stage = await settleStage(app.origin, ana);
  });
  test.afterAll(async () => {
    await app?.dispose();
  });

  const arrive = async (context: BrowserContext, who: Visit['who'], language: string): Promise<Page> => {
    const page = await context.newPage();
    if (who === 'ana') await arriveSignedIn(page, app.origin, stage.ana);
    else await page.goto(app.origin);
    await page.evaluate((chosen) => localStorage.setItem('tambay.language', chosen), language);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    return page;
  };

  const go = async (page: Page, visit: Visit): Promise<void> => {
    // What a visitor's address carries is read when the app starts. A member goes on inside the running app, as by a link:
    // forty starts of the whole app would take a minute.
    if (visit.who === 'visitor') await page.goto(app.origin + visit.path(stage));
    else
      await page.evaluate((path) => {
        // The screen that is left stays until the next one is there, and must not be taken for it.
        for (const title of document.querySelectorAll('h1')) title.dataset['left'] = '';
        history.pushState(null, '', path);
      }, visit.path(stage));
    await expect(visit.sign ? visit.sign(page) : page.locator('h1:not([data-left])').first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await settle(page);
  };

  for (const [device, { context: shape, language, isTouched }] of Object.entries(devices)) {
    for (const [group, isIn] of Object.entries(groups)) {
      test(`${group} on ${device}: axe finds nothing by day and by night, it fits, and a thumb meets what can be pressed`, async ({
        browser,
      }) => {
        const wrong: string[] = [];
        const context = await browser.newContext(shape);
        const complaints = await watchComplaints(context);
        const chosen = Object.entries(visits).filter(([address, visit]) => isIn(address, visit));
        const page = await arrive(context, chosen[0]?.[1].who ?? 'visitor', language);
        for (const [address, visit] of chosen) {
          const note = (found: readonly string[]) =>
            wrong.push(...found.map((each) => `${address}: ${each}`));
          await test.step(address, async () => {
            await page.emulateMedia({ colorScheme: 'light' });
            await go(page, visit).catch((error: unknown) => note([`is not shown: ${error}`]));
            note(await findBarriers(page));
            note(await findOverflow(page));
            if (isTouched) note(await findSmallTargets(page));
            await page.emulateMedia({ colorScheme: 'dark' });
            await settle(page);
            note(await findFaintTexts(page));
          });
        }
        await context.close();
        expect([...wrong, ...complaints.all()]).toEqual([]);
      });
    }
  }
});
