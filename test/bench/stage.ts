import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { run } from '../faults/support/process.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { logIn } from '../support/browser-people.ts';
import { type BrowserProfile, createProfile } from '../support/browser-profile.ts';
import { chatRow, composer, waitForShell } from '../support/browser-steps.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { fillDevice } from './fill-device.ts';
import { installProbes } from './page-probes.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const TIMEOUT_MS = 60_000;

/** A desk: the list of chats stands beside the open one. */
export const desk = { viewport: { width: 1_280, height: 800 }, locale: 'en-US' };

export interface SignIn {
  email: string;
  password: string;
}

/** A seeded community behind a real server, and a browser. */
export interface Stage {
  app: RunningApp;
  browser: Browser;
  signIns: readonly SignIn[];
  close(): Promise<void>;
}

/** Few people with much to say: each of them can hold tens of thousands of messages. */
export async function openStage(): Promise<Stage> {
  const signIns: SignIn[] = [];
  const app = await startApp({
    entry: at('./bench-server.ts'),
    prepare: async (settings) => {
      const output = await run(
        process.execPath,
        [at('../../server/seed/main.ts'), '--people', '12', '--messages', '80000'],
        { env: { PATH: process.env['PATH'], ...settings } },
      );
      for (const line of output.split('\n')) {
        const [, email, password] = /^ {2}(\S+@\S+) {2}(.+)$/.exec(line) ?? [];
        if (email !== undefined && password !== undefined) signIns.push({ email, password });
      }
    },
  });
  const browser = await chromium.launch(chromiumLaunch);
  return {
    app,
    browser,
    signIns,
    async close() {
      await browser.close();
      await app.dispose();
    },
  };
}

/** A member's phone: thousands of messages in a profile that outlives the browser. */
export interface Device {
  profile: BrowserProfile;
  context: BrowserContext;
  me: Member;
  /** Friends of each other, both in the first chats of the list. */
  friend: Member;
  stored: number;
}

export interface Member {
  id: string;
  name: string;
  token: string;
}

/** The first member's device, filled; the second, who signs in from the stage's own browser, is a friend of the first. */
export async function openDevice(
  { app, browser, signIns }: Stage,
  wanted: number,
): Promise<{ device: Device; friendContext: BrowserContext }> {
  const [first, second] = signIns;
  if (!first || !second) throw new Error('The seed named too few members');
  const { origin } = app;
  const profile = await createProfile();
  const context = await profile.open(desk);
  const page = await context.newPage();
  const me = await arrive(page, origin, first);
  await waitForShell(page);
  const friendContext = await browser.newContext(desk);
  const other = await friendContext.newPage();
  const friend = await arrive(other, origin, second);
  await other.close();
  const stored = await fillDevice(page, origin, wanted);
  await page.close();
  return { device: { profile, context, me, friend, stored }, friendContext };
}

/** Signs in as another device of the member, and waits for the list of chats. A busy machine may take its time. */
export async function arrive(page: Page, origin: string, who: SignIn): Promise<Member> {
  const { user, accessToken } = await logIn(origin, who);
  await page.goto(`${origin}/icons/tambay.svg`);
  await page.evaluate((token) => localStorage.setItem('ACCESS_TOKEN', token), accessToken);
  await page.goto(`${origin}/profile/messages`);
  await page
    .locator('a[href^="/chats/"]:not([href="/chats/start"])')
    .first()
    .waitFor({ timeout: TIMEOUT_MS });
  return { id: user.id, name: `${user.firstName} ${user.lastName}`, token: accessToken };
}

/** Opens the private chat with somebody, in a page that measures itself. */
export async function openMeasured(context: BrowserContext, origin: string, name: string): Promise<Page> {
  const page = await context.newPage();
  await installProbes(page);
  await page.goto(`${origin}/profile/messages`);
  await chatRow(page, name).first().click({ timeout: TIMEOUT_MS });
  await composer(page).waitFor({ timeout: TIMEOUT_MS });
  return page;
}
