import { type BrowserContext, expect, type Page } from '@playwright/test';
import {
  goTo,
  routerAddresses,
  type Stage,
  startStage,
  type Visit,
  visits,
} from '../support/app-addresses.ts';
import type { RunningApp } from '../support/browser-app.ts';
import {
  findBarriers,
  findFaintTexts,
  findOverflow,
  findSmallTargets,
  settle,
} from '../support/browser-layout.ts';
import { arriveSignedIn } from '../support/browser-steps.ts';
import { watchComplaints } from '../support/browser-watch.ts';
import { test } from '../support/story.ts';

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
    ({ app, stage } = await startStage());
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

  for (const [device, { context: shape, language, isTouched }] of Object.entries(devices)) {
    for (const [group, isIn] of Object.entries(groups)) {
      test(`${group} on ${device}: axe finds nothing by day and by night, it fits, and a thumb meets what can be pressed`, async ({
        browser,
      }) => {
        const wrong: string[] = [];
        // Colours are judged where they come to rest: what fades in while axe looks is neither.
        const context = await browser.newContext({ ...shape, reducedMotion: 'reduce' });
        const complaints = await watchComplaints(context);
        const chosen = Object.entries(visits).filter(([address, visit]) => isIn(address, visit));
        const page = await arrive(context, chosen[0]?.[1].who ?? 'visitor', language);
        for (const [address, visit] of chosen) {
          const note = (found: readonly string[]) =>
            wrong.push(...found.map((each) => `${address}: ${each}`));
          await test.step(address, async () => {
            await page.emulateMedia({ colorScheme: 'light' });
            await goTo(page, app.origin, visit, stage).catch((error: unknown) =>
              note([`is not shown: ${error}`]),
            );
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
