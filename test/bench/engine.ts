import type { Page } from '@playwright/test';
import { bundle } from './engine-bundle.ts';
import type * as compare from './page/compare.ts';
import { throttle } from './page-probes.ts';
import { arrive, desk, type Stage } from './stage.ts';
import { type Figure, median, percentile } from './stats.ts';

declare global {
  var tambayCompare: typeof compare;
}

const WRITES = 200;
/** One in twenty of forty is two: a 95th percentile of so few says how lucky the disk was. */
const SINGLES = 200;
/** A clock of tenths of a millisecond judges two: a median of few moves by a tenth part of itself. */
const REOPENED = 60;

/** A page of the app's origin with nothing of the app in it, and the member whose data it may ask for. */
async function openEmptyPage({ app: { origin }, browser, signIns: [first] }: Stage) {
  if (!first) throw new Error('The seed named no member');
  const context = await browser.newContext(desk);
  const page = await context.newPage();
  const me = await arrive(page, origin, first);
  await page.goto(`${origin}/icons/tambay.svg`);
  await page.evaluate(
    `${await bundle('./page/compare.ts', 'tambayCompare')};globalThis.tambayCompare = tambayCompare;`,
  );
  return { page, who: { userId: me.id, token: me.token }, close: () => context.close() };
}

interface Turns {
  ours: readonly number[];
  theirs: readonly number[];
}

const figure = (
  what: string,
  { ours, theirs }: Turns,
  bar: number,
  pick: (values: readonly number[]) => number = median,
): Figure => ({
  what: `${what} (bar ${bar})`,
  value: pick(ours),
  unit: 'ms',
  limit: { what: 'Dexie alone', value: pick(theirs) },
  samples: ours.length,
});

async function repeat<T>(rounds: number, run: () => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (let round = 0; round < rounds; round += 1) found.push(await run());
  return found;
}

/** Our engine next to Dexie alone, in turns. The bar in brackets is the ratio to stay below. */
export async function measureEngine(stage: Stage, rounds: number): Promise<Figure[]> {
  const { page, who, close } = await openEmptyPage(stage);
  const found: Figure[] = [];
  const stored = await page.evaluate((it) => tambayCompare.record(it, 10_000), who);
  const ups = await repeat(rounds, () => page.evaluate((it) => tambayCompare.catchUp(it, 10_000), who));
  const theirs = ups.map(({ rawMs }) => rawMs);
  found.push(
    figure(
      `catch-up of ${stored}, all durable`,
      { ours: ups.map(({ durableMs }) => durableMs), theirs },
      1.35,
    ),
    figure(`catch-up of ${stored}, usable`, { ours: ups.map(({ usableMs }) => usableMs), theirs }, 0.3),
  );
  const many = await repeat(rounds, () =>
    page.evaluate(([it, count]) => tambayCompare.manyWrites(it, count), [who, WRITES] as const),
  );
  found.push(
    figure(
      `${WRITES} written at once, visible and durable`,
      { ours: many.map(({ ours }) => ours), theirs: many.map((one) => one.theirs) },
      0.25,
    ),
  );
  for (const held of [10_000, 100_000]) {
    const single = await page.evaluate(([it, many, count]) => tambayCompare.singleWrites(it, many, count), [
      who,
      held,
      SINGLES,
    ] as const);
    const label = `one write, live and durable, ${held.toLocaleString('en')} stored`;
    found.push(
      figure(`${label}, p50`, single, 1.6),
      figure(`${label}, p95`, single, 1.6, (values) => percentile(values, 0.95)),
    );
    const again = await page.evaluate(([it, many, times]) => tambayCompare.reopen(it, many, times), [
      who,
      held,
      REOPENED,
    ] as const);
    found.push(figure(`reopened with ${held.toLocaleString('en')} to the newest 50`, again, 1.5));
  }
  await close();
  return found;
}

/** An outbox of two hundred on its way to the real server. */
export async function measureDrain(stage: Stage, rounds: number): Promise<Figure[]> {
  const { page, who, close } = await openEmptyPage(stage);
  const found: Figure[] = [];
  for (const latency of [0, 50, 300]) {
    const all = await repeat(rounds, () =>
      page.evaluate(([it, count, ms]) => tambayCompare.drain(it, count, ms), [who, WRITES, latency] as const),
    );
    const limit = {
      what: 'the same in as few requests as the protocol allows',
      value: median(all.map(({ bareMs }) => bareMs)),
    };
    const shared = { unit: 'ms', limit, samples: rounds };
    const label = `${WRITES} from offline at ${latency} ms`;
    found.push(
      {
        what: `${label}, the server has all (bar 1.2)`,
        value: median(all.map((one) => one.arrivedMs)),
        ...shared,
      },
      { what: `${label}, all settled (bar 1.5)`, value: median(all.map((one) => one.settledMs)), ...shared },
    );
  }
  await close();
  return found;
}

/** What 500 changes cost a page that holds 100,000 messages, four times slower than this machine. */
export async function measureRain(stage: Stage): Promise<Figure[]> {
  const { page, who, close } = await openEmptyPage(stage);
  await page.evaluate((it) => tambayCompare.record(it, 10_000), who);
  const found = await rainOn(page, who);
  await close();
  return found;
}

async function rainOn(page: Page, who: compare.Measured): Promise<Figure[]> {
  await throttle(page, 4);
  const { tasks, waits, unrelated, related, rainMs } = await page.evaluate(
    (it) => tambayCompare.rain(it, 100_000, 500),
    who,
  );
  await throttle(page, 1);
  const label = '500 changes, 100,000 stored, 4×';
  return [
    {
      ...{ what: `${label}: longest task`, value: Math.max(0, ...tasks), unit: 'ms', samples: tasks.length },
      limit: { what: 'the bar', value: 50 },
    },
    {
      ...{
        what: `${label}: a read waits, p95`,
        value: percentile(waits, 0.95),
        unit: 'ms',
        samples: waits.length,
      },
      limit: { what: 'the bar', value: 16 },
    },
    { what: `${label}: until all are in`, value: rainMs, unit: 'ms' },
    { what: `${label}: unrelated live queries run again`, value: unrelated, unit: '' },
    { what: `${label}: the chat's own live query run again`, value: related, unit: '' },
  ];
}
