import { type Browser, chromium, type Page } from '@playwright/test';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { freePort, startApp } from '../support/browser-app.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { distKb } from '../support/worker-files.ts';
import { type Figure, median } from './stats.ts';

/**
 * The first screen as a phone on a slow network sees it: Lighthouse, mobile, the middle of several runs. The phone is one
 * that gets the sign-in form at once; others are welcomed first, with less to draw. The aim is the best of its kind: the
 * client Enafore took 1,393 ms to paint and 2,029 to be usable on this machine, and weighed 50 kB.
 */
export async function measureFirstScreen(runs: number): Promise<Figure[]> {
  const app = await startApp();
  const port = await freePort();
  const browser = await chromium.launch({
    ...chromiumLaunch,
    args: [...(chromiumLaunch.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    const reports: RunnerResult['lhr'][] = [];
    for (let run = 0; run < runs; run += 1) reports.push(await report(app.origin, port));
    return [...toFigures(reports), ...(await weigh(browser, app.origin))];
  } finally {
    await browser.close();
    await app.dispose();
  }
}

/** The times alone, of a page whose app starts while Lighthouse still looks. */
export async function reportTimes(runs: number): Promise<Figure[]> {
  const figures = await measureFirstScreen(runs);
  return figures.filter(({ what }) => /interactive|blocked|performance$/.test(what));
}

async function report(origin: string, port: number): Promise<RunnerResult['lhr']> {
  const result = await lighthouse(origin, {
    port,
    output: 'json',
    logLevel: 'error',
    formFactor: 'mobile',
    // As itself: a phone's name would bring up the welcome screen.
    emulatedUserAgent: false,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  });
  if (result === undefined || result.lhr.runtimeError)
    throw new Error(`Lighthouse gave nothing: ${result?.lhr.runtimeError?.message}`);
  return result.lhr;
}

function toFigures(reports: readonly RunnerResult['lhr'][]): Figure[] {
  const samples = reports.length;
  const numbers = (audit: string): number[] =>
    reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN);
  const time = (what: string, audit: string, aim: number): Figure => ({
    what: `sign-in screen, ${what}`,
    value: median(numbers(audit)),
    unit: 'ms',
    limit: { what: 'the aim', value: aim },
    samples,
  });
  const score = (category: string): Figure => ({
    what: `sign-in screen, ${category}`,
    value: median(reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100)),
    unit: 'of 100',
    limit: { what: 'the aim', value: 100 },
    samples,
  });
  return [
    time('first paint', 'first-contentful-paint', 700),
    time('largest paint', 'largest-contentful-paint', 700),
    time('interactive', 'interactive', 1_000),
    time('blocked in all', 'total-blocking-time', 100),
    score('performance'),
    score('accessibility'),
    score('best-practices'),
    {
      what: 'sign-in screen, layout shift',
      value: median(numbers('cumulative-layout-shift')),
      unit: '',
      samples,
    },
  ];
}

/** Scripts and styles that a visitor fetches before and after touching the form, and what the worker fetches at once. */
async function weigh(browser: Browser, origin: string): Promise<Figure[]> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(origin);
  const untouched = await fetchedKb(page);
  await page.getByLabel('Email').focus();
  await page.waitForFunction(() => !('tambayHandOver' in window));
  const signingIn = await fetchedKb(page);
  await context.close();
  const weight = (what: string, value: number, aim: number): Figure => ({
    what: `${what}, brotli`,
    value,
    unit: 'kB',
    limit: { what: 'the aim', value: aim },
  });
  return [
    weight('scripts and styles before the first touch', untouched, 60),
    weight('fetched until the sign-in request has left', await signInRequestKb(browser, origin), 105),
    weight('the app that takes over the sign-in screen', signingIn, 105),
  ];
}

/** The app itself never arrives here: what was fetched when the request leaves is all that it needs. */
async function signInRequestKb(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.route(/\/assets\/(?!first-screen-)[^/]+\.js$/, (route) => route.abort());
  const page = await context.newPage();
  const paths: string[] = [];
  page.on('response', (response) => paths.push(new URL(response.url()).pathname));
  await page.goto(origin);
  await page.getByLabel('Email').fill('ana@example.org');
  await page.getByLabel('Password', { exact: true }).fill('not my secret 1');
  const asked = page.waitForRequest('**/api/v1/auth/login');
  await page.keyboard.press('Enter');
  await asked;
  await context.close();
  return distKb(paths.filter((path) => /\.(?:js|css)$/.test(path)));
}

async function fetchedKb(page: Page): Promise<number> {
  const paths = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /\.(?:js|css)$/.test(path)),
  );
  return distKb(paths);
}
