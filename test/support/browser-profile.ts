import { mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';

/** A browser of one's own whose profile outlives it: what a phone keeps when the app is swiped away or the battery dies. */
export interface BrowserProfile {
  /** Starts the browser and gives its context. */
  open(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Ends the browser in order: everything is flushed. */
  close(): Promise<void>;
  /** SIGKILL: nothing gets a chance to flush. */
  kill(): Promise<void>;
  /** Closes what is open and removes the profile. */
  dispose(): Promise<void>;
}

export async function createProfile(): Promise<BrowserProfile> {
  const folder = await mkdtemp(join(tmpdir(), 'tambay-profile-'));
  let context: BrowserContext | undefined;
  const close = async (): Promise<void> => {
    await context?.close();
    context = undefined;
  };
  return {
    async open(options = {}) {
      context = await chromium.launchPersistentContext(folder, { ...chromiumLaunch, ...options });
      return context;
    },
    close,
    async kill() {
      const open = context;
      if (!open) throw new Error('The browser is not open');
      const gone = new Promise<void>((resolve) => {
        open.once('close', () => resolve());
      });
      process.kill(await browserPid(folder), 'SIGKILL');
      await gone;
      context = undefined;
    },
    async dispose() {
      await close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Chromium's lock on its profile is a link that names host and process. */
async function browserPid(folder: string): Promise<number> {
  const pid = Number((await readlink(join(folder, 'SingletonLock'))).split('-').at(-1));
  if (!Number.isInteger(pid) || pid <= 1) throw new Error('The profile names no process');
  return pid;
}

/** Kills the renderer of one tab, as the system does to a tab in the background when memory runs out. */
export async function crashTab(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The answer never comes: who should give it is dead.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}
