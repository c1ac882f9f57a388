import type { BrowserContext, Page } from '@playwright/test';
import type { BrowserProfile } from '../support/browser-profile.ts';
import { installProbes, throttle } from './page-probes.ts';
import { desk } from './stage.ts';
import { type Figure, median, percentile } from './stats.ts';

const SLOWDOWN = 4;

/** `painted`: the first frame, which may be the background alone; `drawn`: the first one with something in it. */
type Start = { painted: number; drawn: number; parsed: number };
type Again = { inNewTab: Start; inSameTab: Start };

/** Opens the list of chats without a network. */
async function start(page: Page, origin: string, rate: number): Promise<Start> {
  await throttle(page, rate);
  await page.goto(`${origin}/profile/messages`);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const at = (paint: string): number => performance.getEntriesByName(paint)[0]?.startTime ?? Number.NaN;
    return {
      painted: at('first-paint'),
      drawn: at('first-contentful-paint'),
      parsed: navigation instanceof PerformanceNavigationTiming ? navigation.domInteractive : Number.NaN,
    };
  });
}

/** From the tap to the first paint once the app was there, in a tab of its own, without our probes. */
async function startAgain(context: BrowserContext, origin: string, rate: number): Promise<Again> {
  const page = await context.newPage();
  const inNewTab = await start(page, origin, rate);
  await page.waitForFunction(() => document.querySelector('[data-look]') === null);
  // The app has done all that it does at a start.
  await page.waitForTimeout(2_000);
  const inSameTab = await start(page, origin, rate);
  await page.close();
  return { inNewTab, inSameTab };
}

/**
 * A start without a network. In a browser that was just launched, on a slow processor: from the tap to the first paint, the
 * painted list of chats, and the app. In one that runs already: to the first paint, also at full speed. A new tab is a new process of
 * the browser, which alone takes about half of that (a picture without anything else: 80 ms, and 130 at 4×).
 */
export async function measureColdStart(
  profile: BrowserProfile,
  origin: string,
  rounds: number,
): Promise<Figure[]> {
  const starts: Start[] = [];
  const lists: number[] = [];
  const apps: number[] = [];
  const again: Again[] = [];
  const againSlow: Again[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await profile.open(desk);
    await context.setOffline(true);
    const page = await context.newPage();
    await installProbes(page);
    starts.push(await start(page, origin, SLOWDOWN));
    const list = await page.waitForFunction(() => window.tambayBench.listAt);
    lists.push(Number(await list.jsonValue()));
    const app = await page.waitForFunction(() => window.tambayBench.answersAt);
    apps.push(Number(await app.jsonValue()));
    await page.close();
    again.push(await startAgain(context, origin, 1));
    againSlow.push(await startAgain(context, origin, SLOWDOWN));
    await profile.close();
  }
  type Limit = { what: string; value: number };
  const figure = (what: string, values: readonly number[], share: number, limit: Limit): Figure => ({
    what: `offline start, ${what}, p${share * 100}`,
    value: percentile(values, share),
    unit: 'ms',
    limit,
    samples: rounds,
  });
  const aim = (value: number): Limit => ({ what: 'the aim', value });
  const shell = {
    what: 'the empty shell from the worker',
    value: median(starts.map(({ parsed }) => parsed)),
  };
  const firstPaints = (where: string, values: readonly Start[], limit: number): Figure[] => {
    const painted = values.map((one) => one.painted);
    const drawn = values.map((one) => one.drawn);
    return [
      figure(`${where}: first paint`, painted, 0.5, aim(limit)),
      figure(`${where}: the list is seen`, drawn, 0.5, { what: 'its first paint', value: median(painted) }),
    ];
  };
  const inSameTab = (starts: readonly Again[]): Start[] => starts.map((one) => one.inSameTab);
  const inNewTab = (starts: readonly Again[]): Start[] => starts.map((one) => one.inNewTab);
  const launched = `browser just launched, ${SLOWDOWN}×`;
  const paints = starts.map(({ painted }) => painted);
  return [
    ...firstPaints('again in its tab', inSameTab(again), 100),
    ...firstPaints('in a new tab', inNewTab(again), 100),
    ...firstPaints(`again in its tab, ${SLOWDOWN}×`, inSameTab(againSlow), 215),
    ...firstPaints(`in a new tab, ${SLOWDOWN}×`, inNewTab(againSlow), 215),
    figure(`${launched}: first paint`, paints, 0.5, aim(215)),
    ...[0.5, 0.95].map((share) => figure(`${launched}: the list of chats`, lists, share, aim(800))),
    ...[0.5, 0.95].map((share) => figure(`${launched}: the app answers`, apps, share, shell)),
  ];
}
