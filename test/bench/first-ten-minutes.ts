import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type CDPSession, devices, type Page } from '@playwright/test';
import { registerPerson } from '../support/browser-people.ts';
import { distKb } from '../support/worker-files.ts';
import { measureColdStart } from './cold-start.ts';
import { reportTimes } from './first-screen.ts';
import { installHandProbes } from './hand-probes.ts';
import { throttle } from './page-probes.ts';
import type { Device, SignIn, Stage } from './stage.ts';
import { type Figure, median, percentile } from './stats.ts';

const SLOWDOWN = 4;
const LETTER_EVERY_MS = 120;
const LETTERS = 22;
/** A person looks before touching. */
const LOOKS_FOR_MS = 1_000;
/** 1.6 Mbit/s with 150 ms for each answer: Lighthouse's slow 4G. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const phone = { ...devices['Pixel 7'], locale: 'en-US' };

const EMAIL = 'input[name="email"]';
const PASSWORD = 'input[name="password"]';
const CHAT = 'a[href^="/chats/"]:not([href="/chats/start"])';
const CHATS_TAB = 'nav a[href="/profile/messages"]';

interface Visit {
  firstPaint: number;
  tapToForm: number;
  typing: number;
  latestLetter: number;
  longestTask: number;
  pressToList: number;
  kb: number;
  again: number;
  interactions: number[];
}

/** A newcomer's first ten minutes: a first visit until the list of chats, and what a member's phone does after that. */
export async function measureFirstTenMinutes(
  { app, browser, signIns }: Stage,
  filled: Device,
  rounds: number,
): Promise<Figure[]> {
  const { origin } = app;
  const fresh: Visit[] = [];
  const seeded: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { email, password } = await registerPerson(origin, 'Nena', `Number ${round}`);
    fresh.push(await visit(browser, origin, { email, password }, CHATS_TAB));
    const [, , third] = signIns;
    if (third === undefined) throw new Error('The seed named too few members');
    seeded.push(await visit(browser, origin, third, CHAT));
  }
  const walks: Walk[] = [];
  for (let round = 0; round < rounds; round += 1)
    walks.push(await walk(await filled.profile.open(phone), origin));
  await filled.profile.close();
  const all = [...fresh, ...seeded];
  const interactions = [...all, ...walks].flatMap((one) => one.interactions);
  const figure = (what: string, values: readonly number[], unit: string, bar: number): Figure => ({
    what,
    value: median(values),
    unit,
    limit: { what: 'the bar', value: bar },
    samples: values.length,
  });
  return [
    figure(
      'first visit, first paint',
      all.map((one) => one.firstPaint),
      'ms',
      700,
    ),
    figure(
      'first tap to a form that takes a letter',
      all.map((one) => one.tapToForm),
      'ms',
      200,
    ),
    figure(
      'longest task until signed in',
      all.map((one) => one.longestTask),
      'ms',
      100,
    ),
    figure(
      `typing ${LETTERS} letters from the first focus on`,
      all.map((one) => one.typing),
      'ms',
      2_900,
    ),
    figure(
      'latest letter, median of visits',
      all.map((one) => one.latestLetter),
      'ms',
      100,
    ),
    figure(
      'sign-in press to the chats, new account',
      fresh.map((one) => one.pressToList),
      'ms',
      2_000,
    ),
    figure(
      'sign-in press to the chats, seeded account',
      seeded.map((one) => one.pressToList),
      'ms',
      2_500,
    ),
    figure(
      'fetched from nothing to the chats, brotli',
      seeded.map((one) => one.kb),
      'kB',
      150,
    ),
    figure(
      'files asked for more than once',
      all.map((one) => one.again),
      '',
      0,
    ),
    figure(
      'open a chat',
      walks.map((one) => one.open),
      'ms',
      250,
    ),
    figure(
      'back to the list',
      walks.map((one) => one.back),
      'ms',
      250,
    ),
    {
      ...figure('interaction to next paint, p98', [percentile(interactions, 0.98)], 'ms', 200),
      samples: interactions.length,
    },
    ...(await measureColdStart(filled.profile, origin, rounds)).filter(({ what }) =>
      /^offline start, in a new tab, .* p50$/.test(what),
    ),
    ...(await reportTimes(rounds)),
  ];
}

async function slow(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return session;
}

/** A finger, without looking first whether the page is ready for it. */
async function tap(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).filter({ visible: true }).first().boundingBox();
  if (box === null) throw new Error(`Nothing to tap: ${selector}`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

const painted = (page: Page, selector: string): Promise<number> =>
  page.evaluate((wanted) => window.tambayHand.when(wanted), selector);

const pressedAt = (page: Page): Promise<number> => page.evaluate(() => window.tambayHand.pressedAt);

/** At a steady pace, whether the page keeps up or not. */
async function type(page: Page, session: CDPSession, text: string): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (const letter of text) {
    sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, key: letter }));
    sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter }));
    await delay(LETTER_EVERY_MS);
  }
  await Promise.all(sent);
  await page.waitForFunction((count) => window.tambayHand.letters.length >= count, text.length);
}

async function visit(browser: Browser, origin: string, who: SignIn, target: string): Promise<Visit> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await installHandProbes(page);
  const session = await slow(page);
  const asked: string[] = [];
  session.on('Network.requestWillBeSent', ({ request }) => asked.push(new URL(request.url).pathname));
  await page.goto(origin, { waitUntil: 'commit' });
  await painted(page, '#root button');
  const firstPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  await delay(LOOKS_FOR_MS);
  await tap(page, '#root button:text("Continue using browser")');
  const formAt = await painted(page, EMAIL);
  const tapped = await pressedAt(page);

  await tap(page, EMAIL);
  // The address as long as the bar has it, however long this member's own is.
  const text = 'n'.repeat(LETTERS);
  await type(page, session, text);
  const focused = await pressedAtFirst(page);
  const letters = await page.evaluate(() => window.tambayHand.letters);
  const lastAt = Math.max(...letters.map(({ paintedAt }) => paintedAt));
  await page.locator(EMAIL).fill(who.email);
  await tap(page, PASSWORD);
  await session.send('Input.insertText', { text: who.password });
  await delay(LOOKS_FOR_MS);
  await page.keyboard.press('Enter');
  const pressed = await pressedAt(page);
  const listAt = await signedInAt(page, target);
  const found = await page.evaluate(() => ({
    longest: Math.max(0, ...window.tambayHand.longTasks.map(({ lasted }) => lasted)),
    interactions: Object.values(window.tambayHand.interactions),
  }));
  const files = asked.filter((path) => /\.(?:js|css)$/.test(path));
  const kb = (await distKb(files)) + (await distKb(['/arrivals/index.welcome.en-US.html']));
  await context.close();
  return {
    firstPaint,
    tapToForm: formAt - tapped + Math.max(0, (letters[0]?.paintedAt ?? 0) - (letters[0]?.pressedAt ?? 0)),
    typing: lastAt - focused,
    latestLetter: Math.max(...letters.map((one) => one.paintedAt - one.pressedAt)),
    longestTask: found.longest,
    pressToList: listAt - pressed,
    kb,
    again: files.length - new Set(files).size,
    interactions: found.interactions,
  };
}

const pressedAtFirst = (page: Page): Promise<number> =>
  page.evaluate(() => window.tambayHand.letters[0]?.pressedAt ?? Number.NaN);

/** When the list of chats is painted; one tap more where the sign-in leads elsewhere. */
async function signedInAt(page: Page, target: string): Promise<number> {
  const at = await painted(page, `${CHAT}, ${CHATS_TAB}`);
  if (new URL(page.url()).pathname === '/profile/messages')
    return target === CHATS_TAB ? at : painted(page, target);
  await tap(page, CHATS_TAB);
  await page.waitForURL('**/profile/messages');
  return painted(page, target);
}

interface Walk {
  open: number;
  back: number;
  interactions: number[];
}

/** Opens chats of a full phone and comes back to the list. */
async function walk(context: Awaited<ReturnType<Device['profile']['open']>>, origin: string): Promise<Walk> {
  const page = await context.newPage();
  await installHandProbes(page);
  await page.addInitScript(() => sessionStorage.setItem('tambay.continueInBrowser', '1'));
  await page.goto(`${origin}/profile/messages`);
  await painted(page, CHAT);
  // What the app does at its start is over.
  await delay(3_000);
  await throttle(page, SLOWDOWN);
  const opens: number[] = [];
  const backs: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await tap(page, `${CHAT} >> nth=${turn}`);
    opens.push((await painted(page, '[role=log] article')) - (await pressedAt(page)));
    await delay(1_500);
    await tap(page, 'header button[aria-label="Back"], header a[aria-label="Back"]');
    backs.push((await painted(page, CHAT)) - (await pressedAt(page)));
    await delay(1_500);
  }
  const interactions = await page.evaluate(() => Object.values(window.tambayHand.interactions));
  await context.close();
  return { open: median(opens), back: median(backs), interactions };
}
