import type { BrowserContext, Page } from '@playwright/test';
import type { BrowserProfile } from '../support/browser-profile.ts';
import { installProbes, throttle } from './page-probes.ts';
import { desk } from './stage.ts';
import { type Figure, percentile } from './stats.ts';

const SLOWDOWN = 4;

/**
 * In milliseconds since the tap. `painted`: the first frame, which may be the background alone; `shown`: the list of chats as
 * it was last seen, of which a press is carried out later; `listed`: the list that the app has drawn, which answers.
 */
type Start = { painted: number; shown: number; listed: number };
type Again = { inNewTab: Start; inSameTab: Start };

/** Opens the list of chats without a network. */
async function start(page: Page, origin: string, rate: number): Promise<Start> {
  await throttle(page, rate);
  await page.goto(`${origin}/profile/messages`);
  const listed = await page.waitForFunction(() => window.tambayBench.listAt);
  const painted = await page.evaluate(
    () => performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
  );
  const shown = await page.evaluate(() => window.tambayBench.snapshotAt ?? Number.NaN);
  // What is seen now is kept for the next start.
  await page.waitForTimeout(500);
  return { painted, shown, listed: Number(await listed.jsonValue()) };
}

async function startAgain(context: BrowserContext, origin: string, rate: number): Promise<Again> {
  const page = await context.newPage();
  await installProbes(page);
  const inNewTab = await start(page, origin, rate);
  // The app has done all that it does at a start.
  await page.waitForTimeout(2_000);
  const inSameTab = await start(page, origin, rate);
  await page.close();
  return { inNewTab, inSameTab };
}

/**
 * A start without a network, from the tap to the first paint and to the painted list of chats: in a browser that was just
 * launched, on a slow processor, and in one that runs already, also at full speed. A new tab is a new process of the browser.
 */
export async function measureColdStart(
  profile: BrowserProfile,
  origin: string,
  rounds: number,
): Promise<Figure[]> {
  const starts: Start[] = [];
  const again: Again[] = [];
  const againSlow: Again[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await profile.open(desk);
    await context.setOffline(true);
    const page = await context.newPage();
    await installProbes(page);
    starts.push(await start(page, origin, SLOWDOWN));
    await page.close();
    again.push(await startAgain(context, origin, 1));
    againSlow.push(await startAgain(context, origin, SLOWDOWN));
    await profile.close();
  }
  const figure = (what: string, values: readonly number[], share: number, aim: number): Figure => ({
    what: `offline start, ${what}, p${share * 100}`,
    value: percentile(values, share),
    unit: 'ms',
    limit: { what: 'the aim', value: aim },
    samples: rounds,
  });
  const figures = (where: string, values: readonly Start[], painted: number, listed: number): Figure[] => [
    figure(
      `${where}: first paint`,
      values.map((one) => one.painted),
      0.5,
      painted,
    ),
    ...(['shown', 'listed'] as const).flatMap((when) =>
      [0.5, 0.95].map((share) =>
        figure(
          `${where}: the list of chats ${when === 'shown' ? 'as last seen' : 'that answers'}`,
          values.map((one) => one[when]),
          share,
          listed,
        ),
      ),
    ),
  ];
  const inSameTab = (starts: readonly Again[]): Start[] => starts.map((one) => one.inSameTab);
  const inNewTab = (starts: readonly Again[]): Start[] => starts.map((one) => one.inNewTab);
  return [
    ...figures('again in its tab', inSameTab(again), 100, 800),
    ...figures('in a new tab', inNewTab(again), 100, 800),
    ...figures(`again in its tab, ${SLOWDOWN}×`, inSameTab(againSlow), 215, 800),
    ...figures(`in a new tab, ${SLOWDOWN}×`, inNewTab(againSlow), 215, 800),
    ...figures(`browser just launched, ${SLOWDOWN}×`, starts, 215, 800),
  ];
}
