import type { BrowserProfile } from '../support/browser-profile.ts';
import { installProbes, throttle } from './page-probes.ts';
import { desk } from './stage.ts';
import { type Figure, median, percentile } from './stats.ts';

const SLOWDOWN = 4;

/** A start without a network, on a slow processor: from the tap to the first paint, the painted list of chats, and the app. */
export async function measureColdStart(
  profile: BrowserProfile,
  origin: string,
  rounds: number,
): Promise<Figure[]> {
  const paints: number[] = [];
  const lists: number[] = [];
  const apps: number[] = [];
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
    const app = await page.waitForFunction(() => window.tambayBench.answersAt);
    apps.push(Number(await app.jsonValue()));
    const { painted, parsed } = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation');
      const [paint] = performance.getEntriesByName('first-paint');
      return {
        painted: paint?.startTime ?? Number.NaN,
        parsed: navigation instanceof PerformanceNavigationTiming ? navigation.domInteractive : Number.NaN,
      };
    });
    paints.push(painted);
    shells.push(parsed);
    await profile.close();
  }
  const shell = { what: 'the empty shell from the worker', value: median(shells) };
  const figure = (what: string, values: readonly number[], share: number, limit = shell): Figure => ({
    what: `cold offline start, ${SLOWDOWN}×: ${what}, p${share * 100}`,
    value: percentile(values, share),
    unit: 'ms',
    limit,
    samples: rounds,
  });
  return [
    figure('first paint', paints, 0.5, { what: 'the aim', value: 215 }),
    ...[0.5, 0.95].map((share) => figure('the list of chats', lists, share, { what: 'the aim', value: 800 })),
    ...[0.5, 0.95].map((share) => figure('the app answers', apps, share)),
  ];
}
