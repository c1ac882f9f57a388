/**
 * `npm run bench`: the figures of the house, each beside what the same machine gave without us in the same run. Nothing is
 * asserted: read the ratios, and the times only beside those of an earlier run on the same idle machine.
 *   npm run bench -- --only bundles,throughput,browser --messages 10000
 */
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { run } from '../faults/support/process.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { createProfile } from '../support/browser-profile.ts';
import { chatRow, openChat, signIn, waitForShell } from '../support/browser-steps.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { hasPostgres } from '../support/services.ts';
import { measureBundles } from './bundles.ts';
import { fillDevice, measureColdStart } from './device.ts';
import { installProbes } from './page-probes.ts';
import { deepenHistory, measureReading } from './reading.ts';
import { measureRelay } from './relay.ts';
import { type Figure, formatFigures } from './stats.ts';
import { measureThroughput } from './throughput.ts';
import { measureTyping } from './typing.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'bundles,throughput,browser,reading' },
    messages: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '10' },
  },
});
const STORED = 100_000;
const parts = options.only.split(',');
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const desk = { viewport: { width: 1_280, height: 800 }, locale: 'en-US' };

const figures: Figure[] = [];
const report = (found: readonly Figure[]): void => {
  figures.push(...found);
  for (const { what, value, unit } of found) console.log(`  ${what}: ${value.toPrecision(3)} ${unit}`);
};

console.log(`${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)} before the start`);
if (parts.includes('throughput')) {
  report([await measureThroughput('pglite')]);
  if (hasPostgres) report([await measureThroughput('postgres')]);
}
if (['bundles', 'browser', 'reading'].some((part) => parts.includes(part))) await measureInBrowsers();
console.log(`\n${formatFigures(figures)}`);
console.log(
  '\nBars: own message p95 ≤ 50 ms at 4×; cold start ≤ 1,000 ms at 4×. “n” counts single measurements.',
);

async function measureInBrowsers(): Promise<void> {
  const signIns: SignIn[] = [];
  const app = await startApp({
    entry: at('./bench-server.ts'),
    prepare: async (settings) => {
      signIns.push(...(await seed(settings)));
    },
  });
  const browser = await chromium.launch(chromiumLaunch);
  try {
    if (parts.includes('bundles')) report(await measureBundles(browser, app.origin));
    if (parts.includes('browser')) await measurePeople(app, browser, signIns);
    if (parts.includes('reading')) await measureReader(app, browser, signIns);
  } finally {
    await browser.close();
    await app.dispose();
  }
}

interface SignIn {
  email: string;
  password: string;
}

/** A believable community, and the sign-in of three of its members. */
async function seed(settings: Record<string, string>): Promise<SignIn[]> {
  const output = await run(
    process.execPath,
    [at('../../server/seed/main.ts'), '--people', '60', '--messages', '100000'],
    { env: { PATH: process.env['PATH'], ...settings } },
  );
  return output.split('\n').flatMap((line) => {
    const [, email, password] = /^ {2}(\S+@\S+) {2}(.+)$/.exec(line) ?? [];
    return email !== undefined && password !== undefined ? [{ email, password }] : [];
  });
}

/** The first member's device holds thousands of messages; the second is a friend of the first. */
async function measurePeople(app: RunningApp, browser: Browser, signIns: readonly SignIn[]): Promise<void> {
  const [first, second] = signIns;
  if (!first || !second) throw new Error('The seed named too few members');
  const { origin } = app;
  const profile = await createProfile();
  try {
    let context = await profile.open(desk);
    const page = await context.newPage();
    const me = await arrive(page, origin, first);
    const otherContext = await browser.newContext(desk);
    const other = await otherContext.newPage();
    const friend = await arrive(other, origin, second);
    const stored = await fillDevice(page, origin, me.id, Number(options.messages));
    console.log(`  the device holds ${stored} messages`);
    await waitForShell(page);

    const chat = await openMeasured(context, origin, friend.name);
    report(await measureTyping(context, chat));
    const otherChat = await openMeasured(otherContext, origin, me.name);
    report(await measureRelay(chat, otherChat));
    await otherContext.close();

    await profile.close();
    const open = async (): Promise<BrowserContext> => {
      context = await profile.open(desk);
      return context;
    };
    report(await measureColdStart(open, profile.close, origin, Number(options.rounds)));
  } finally {
    await profile.dispose();
  }
}

/** A member whose device holds one very long conversation. */
async function measureReader(
  { origin }: RunningApp,
  browser: Browser,
  [first]: readonly SignIn[],
): Promise<void> {
  if (!first) throw new Error('The seed named no member');
  const context = await browser.newContext(desk);
  const page = await context.newPage();
  const me = await arrive(page, origin, first);
  await page.goto(`${origin}/profile/messages`);
  await expect(page.locator('a[href^="/chats/"]').first()).toBeVisible();
  const path = await deepenHistory(page, me.id, STORED);
  await expect(page.locator(`a[href="${path}"]`)).toBeVisible();
  report(await measureReading(page, path, STORED));
  await context.close();
}

/** Signs in and tells who that is. */
async function arrive(page: Page, origin: string, who: SignIn): Promise<{ id: string; name: string }> {
  await signIn(page, origin, who);
  const name = await page.getByRole('heading', { level: 2 }).first().textContent();
  const databases = await page.evaluate(async () =>
    (await indexedDB.databases()).map((each) => each.name ?? ''),
  );
  const id = databases.flatMap((each) => /^tambay-([0-9a-f-]{36})$/.exec(each)?.[1] ?? [])[0];
  if (id === undefined || name === null) throw new Error(`${who.email} did not get in`);
  return { id, name };
}

async function openMeasured(context: BrowserContext, origin: string, name: string): Promise<Page> {
  const page = await context.newPage();
  await installProbes(page);
  await page.goto(`${origin}/profile/messages`);
  await expect(chatRow(page, name).first()).toBeVisible();
  await openChat(page, name);
  return page;
}
