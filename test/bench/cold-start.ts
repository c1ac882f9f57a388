import type { BrowserProfile } from '../support/browser-profile.ts';
import { installProbes, throttle } from './page-probes.ts';
import { desk } from './stage.ts';
import { type Figure, percentile } from './stats.ts';

const SLOWDOWN = 4;

/** A start without a network: from the tap to the painted list of chats, on a slow processor. */
export async function measureColdStart(
  profile: BrowserProfile,
  origin: string,
  rounds: number,
): Promise<Figure[]> {
  const lists: number[] = [];
  const shells: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await profile.open(desk);
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
    await profile.close();
  }
  return [0.5, 0.95].map((share) => ({
    what: `cold offline start to chat list, ${SLOWDOWN}×, p${share * 100}`,
    value: percentile(lists, share),
    unit: 'ms',
    limit: { what: 'the empty shell from the worker', value: percentile(shells, share) },
    samples: rounds,
  }));
}
