import { type BrowserContext, expect, type Page } from '@playwright/test';
import { composer, conversation } from '../support/browser-steps.ts';
import { installProbes, throttle } from './page-probes.ts';
import { type Figure, percentile } from './stats.ts';

const SLOWDOWN = 4;
/** After this long without a new message a chat has shown all it has. */
const PATIENCE_MS = 5_000;

/** How many messages the member's database on this device holds. */
export const storedMessages = (page: Page, userId: string): Promise<number> =>
  page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const count = await new Promise<number>((resolve, reject) => {
      const request = database.transaction('messages').objectStore('messages').count();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    database.close();
    return count;
  }, `tambay-${userId}`);

/** Scrolls back through chat after chat, as a reader would, until the device holds that many messages. */
export async function fillDevice(
  page: Page,
  origin: string,
  userId: string,
  wanted: number,
): Promise<number> {
  await page.goto(`${origin}/profile/messages`);
  const links = page.locator('a[href^="/chats/"]');
  await expect(links.first()).toBeVisible();
  const chats = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
  let stored = await storedMessages(page, userId);
  for (const chat of chats) {
    if (stored >= wanted) break;
    await page.goto(origin + chat);
    await expect(composer(page)).toBeVisible();
    if ((await conversation(page).count()) === 0) continue;
    await conversation(page).hover();
    let grownAt = performance.now();
    while (stored < wanted && performance.now() - grownAt < PATIENCE_MS) {
      await page.mouse.wheel(0, -20_000);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      const now = await storedMessages(page, userId);
      if (now > stored) grownAt = performance.now();
      stored = now;
    }
  }
  return stored;
}

/** A start without a network: from the tap to the painted list of chats, on a slow processor. */
export async function measureColdStart(
  open: () => Promise<BrowserContext>,
  close: () => Promise<void>,
  origin: string,
  rounds: number,
): Promise<Figure[]> {
  const lists: number[] = [];
  const shells: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await open();
    await context.setOffline(true);
    const page = await context.newPage();
    await installProbes(page);
    await throttle(page, SLOWDOWN);
    await page.goto(`${origin}/profile/messages`);
    const list = await page.waitForFunction(() => window.tambayBench.listAt);
    lists.push(Number(await list.jsonValue()));
    shells.push(
      await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation');
        return navigation instanceof PerformanceNavigationTiming ? navigation.domInteractive : Number.NaN;
      }),
    );
    await close();
  }
  return [0.5, 0.95].map((share) => ({
    what: `cold offline start to chat list, ${SLOWDOWN}×, p${share * 100}`,
    value: percentile(lists, share),
    unit: 'ms',
    limit: { what: 'the empty shell from the worker', value: percentile(shells, share) },
    samples: rounds,
  }));
}
