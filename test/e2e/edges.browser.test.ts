import { type BrowserContext, expect, type Page } from '@playwright/test';
import { goTo, type Stage, startStage, type Visit, visits } from '../support/app-addresses.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { findUnsafe, setInsets } from '../support/browser-edges.ts';
import { findCutWords } from '../support/browser-layout.ts';
import { befriend, registerPerson, say } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { arriveSignedIn, conversation, message, openChat } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** Where a screen ends: at a notch, at another pane, and where letters are larger than it was drawn for. */

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** Of a phone with a notch, upright and on its side; and what is left between. */
const upright = {
  insets: { top: 59, right: 0, bottom: 34, left: 0 },
  safe: { width: 390, height: 751 },
} as const;
const onItsSide = {
  insets: { top: 0, right: 59, bottom: 34, left: 59 },
  safe: { width: 844, height: 390 },
} as const;

test.describe('every address', () => {
  test.describe.configure({ mode: 'parallel', timeout: 400_000 });
  let app: RunningApp;
  let stage: Stage;
  test.beforeAll(async () => {
    ({ app, stage } = await startStage());
  });
  test.afterAll(async () => {
    await app?.dispose();
  });

  /** Goes to each address in turn, visitors' ones first, and notes what a look at it finds. */
  const walk = async (
    context: BrowserContext,
    language: string,
    lookAt: (page: Page) => Promise<string[]>,
    more: Readonly<Record<string, Visit>> = {},
  ): Promise<string[]> => {
    const page = await context.newPage();
    const wrong: string[] = [];
    for (const who of ['visitor', 'ana'] as const) {
      // Arriving speaks English.
      await page.goto(`${app.origin}/icons/tambay.svg`);
      await page.evaluate(() => localStorage.removeItem('tambay.language'));
      if (who === 'ana') await arriveSignedIn(page, app.origin, stage.ana);
      else await page.goto(app.origin);
      await page.evaluate((chosen) => localStorage.setItem('tambay.language', chosen), language);
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const [address, visit] of Object.entries({ ...visits, ...more })) {
        if (visit.who !== who) continue;
        await test.step(address, async () => {
          await goTo(page, app.origin, visit, stage).catch((error: unknown) =>
            wrong.push(`${address}: is not shown: ${error}`),
          );
          wrong.push(...(await lookAt(page)).map((each) => `${address}: ${each}`));
        });
      }
    }
    return wrong;
  };

  for (const [held, { insets, safe }] of Object.entries({ upright, 'on its side': onItsSide })) {
    test(`a phone with a notch, ${held}: each edge is kept clear of, and once`, async ({ browser }) => {
      const context = await browser.newContext({ ...phone, viewport: safe });
      const found = await walk(
        context,
        'en-US',
        async (page) => {
          const input = await context.newCDPSession(page);
          const wrong = await findUnsafe(page, input, insets, safe);
          await input.detach();
          // The camera takes a share of the whole screen.
          return page.url().endsWith('/profile/scan') ? [] : wrong;
        },
        {
          'a blocked chat': {
            who: 'ana',
            path: ({ blockedCode }) => `/chats/${blockedCode}`,
            sign: (page) => page.getByRole('button', { name: 'Unblock' }),
          },
        },
      );
      await context.close();
      expect(found).toEqual([]);
    });
  }

  for (const language of ['en-US', 'fil']) {
    test(`none of the app's own words is cut, in a narrow pane and with letters twice as large (${language})`, async ({
      browser,
    }) => {
      const context = await browser.newContext(phone);
      const looks = [
        { width: 390, height: 844, letters: '100%' },
        { width: 390, height: 844, letters: '200%' },
        { width: 768, height: 1_024, letters: '100%' },
        { width: 768, height: 1_024, letters: '200%' },
        { width: 900, height: 800, letters: '100%' },
      ];
      const found = await walk(context, language, async (page) => {
        const wrong: string[] = [];
        for (const { letters, ...viewport } of looks) {
          await page.setViewportSize(viewport);
          await page.evaluate(
            (size) => document.documentElement.style.setProperty('font-size', size),
            letters,
          );
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          const cut = await findCutWords(page);
          wrong.push(...cut.map((each) => `${viewport.width} px, ${letters}: ${each}`));
        }
        await page.setViewportSize(phone.viewport);
        await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
        return wrong;
      });
      await context.close();
      expect(found).toEqual([]);
    });
  }
});

test.describe('a phone on its side, and large letters', () => {
  let app: RunningApp;
  test.beforeAll(({ app: shared }) => {
    app = shared;
  });

  test('shows the whole rail, what lies over a chat and a picture clear of the notch; a rail of large letters is scrolled', async ({
    browser,
  }) => {
    const ana = await registerPerson(app.origin, 'Ana', 'Santos');
    const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
    await befriend(app.origin, ana, ben);
    for (let count = 1; count <= 30; count += 1) await say(app.origin, ben, ana, `Numero ${count}`);
    const { insets, safe } = onItsSide;
    const context = await browser.newContext({ ...phone, viewport: safe });
    const page = await context.newPage();
    const input = await context.newCDPSession(page);
    await setInsets(input, insets);
    await arriveSignedIn(page, app.origin, ana);
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(places).toHaveCount(5);
    for (const place of await places.all()) await expect(place).toBeInViewport({ ratio: 1 });
    const foot = (await places.last().boundingBox()) ?? { y: 0, height: Number.POSITIVE_INFINITY };
    expect(foot.y + foot.height).toBeLessThanOrEqual(safe.height - insets.bottom);

    await openChat(page, 'Ben Cruz');
    await expect(message(page, 'Numero 1')).toBeVisible();
    await attach(page, [
      await photoFile('dagat.jpg', 'teal', 400, 300),
      await photoFile('lupa.jpg', 'maroon', 400, 300),
    ]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const pictures = conversation(page).getByRole('button', { name: 'Picture' });
    await expect(pictures).toHaveCount(2);
    await pictures.first().click();
    const lightbox = page.getByRole('dialog');
    const clear = async (name: string) => {
      const box = await lightbox.getByRole('button', { name, exact: true }).boundingBox();
      return box !== null && box.x >= insets.left && box.x + box.width <= safe.width - insets.right;
    };
    await expect(lightbox.getByRole('button', { name: 'Previous' })).toBeVisible();
    for (const name of ['Close', 'Previous', 'Next', 'Save to this device'])
      expect(await clear(name), name).toBe(true);
    await page.keyboard.press('Escape');
    await expect(lightbox).toHaveCount(0);

    await conversation(page).evaluate((log) => {
      log.parentElement?.parentElement?.scrollTo({ top: 0 });
    });
    const down = page.getByRole('button', { name: 'Go to the newest message' });
    await expect(down).toBeVisible();
    const pill = (await down.boundingBox()) ?? { x: Number.POSITIVE_INFINITY, width: 0 };
    expect(pill.x + pill.width).toBeLessThanOrEqual(safe.width - insets.right);

    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    for (const place of await places.all()) {
      await place.scrollIntoViewIfNeeded();
      await expect(place).toBeInViewport({ ratio: 1 });
    }
    await context.close();
  });

  test('a tablet whose browser has letters twice as large shows one pane, with names to their end', async ({
    browser,
  }) => {
    const ana = await registerPerson(app.origin, 'Ana', 'Santos');
    const ben = await registerPerson(app.origin, 'Benedicto', 'de los Reyes');
    await befriend(app.origin, ana, ben);
    await say(app.origin, ben, ana, 'Kumusta?');
    const context = await browser.newContext({ ...phone, viewport: { width: 768, height: 1_024 } });
    const page = await context.newPage();
    const input = await context.newCDPSession(page);
    await input.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await arriveSignedIn(page, app.origin, ana);
    const name = page.getByText('Benedicto de los Reyes', { exact: true });
    await expect(name).toBeVisible();
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    await openChat(page, 'Benedicto de los Reyes');
    // Where the list was, with the way back to it.
    await expect(page.getByRole('region', { name: 'Chats' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('region', { name: 'Chats' })).toBeVisible();
    await context.close();
  });
});
