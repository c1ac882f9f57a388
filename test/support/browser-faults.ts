import type { CDPSession, Page } from '@playwright/test';

/** What Chromium lets a test do to a page, a worker or an origin. Each is what happens to phones by themselves. */

const withSession = async <R>(page: Page, action: (session: CDPSession) => Promise<R>): Promise<R> => {
  const session = await page.context().newCDPSession(page);
  try {
    return await action(session);
  } finally {
    await session.detach().catch(() => undefined);
  }
};

/** A frozen page runs nothing and keeps its locks, until it is thawed or killed. */
export async function freezeTab(page: Page): Promise<{ thaw(): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  return {
    async thaw() {
      await session.send('Page.setWebLifecycleState', { state: 'active' });
      await session.detach();
    },
  };
}

/** Ends every service worker, as the browser does to idle ones. The next event starts it again. */
export const stopAllWorkers = (page: Page): Promise<void> =>
  withSession(page, async (session) => {
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
  });

/**
 * Starts the worker of a page by something that it answers. Playwright tells a stopped one, too, whether it is offline, and waits
 * for its answer.
 */
export const startWorker = (page: Page): Promise<unknown> =>
  page.evaluate(async () => (await fetch('/icons/tambay.svg')).status);

/**
 * Has the worker get a `sync` event, as when the network comes back with no page open.
 * @param page any of the same browser, also one that shows nothing: the event is sent through it
 */
export async function dispatchSync(
  page: Page,
  tag: string,
  origin = new URL(page.url()).origin,
): Promise<void> {
  // Not detached: the event ends with the session that sent it.
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await found;
  await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false });
}

/** Bounds the bytes that the origin may store, until it is lifted. Enforced in persistent contexts, with the slash at the end. */
export async function limitStorage(page: Page, bytes: number): Promise<{ lift(): Promise<void> }> {
  // Not detached before: the bound ends with the session that set it.
  const session = await page.context().newCDPSession(page);
  const origin = `${new URL(page.url()).origin}/`;
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes });
  return {
    async lift() {
      await session.send('Storage.overrideQuotaForOrigin', { origin });
      await session.detach();
    },
  };
}

/** What "clear browsing data" does under an open page. */
export const clearOrigin = (page: Page): Promise<void> =>
  withSession(page, async (session) => {
    const { origin } = new URL(page.url());
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  });

/** Everything that scripts have written, and no cookie: what Safari deletes after seven days without a visit. */
export const evictScripted = (page: Page, origin: string): Promise<void> =>
  withSession(page, async (session) => {
    const storageTypes = 'indexeddb,cache_storage,service_workers,file_systems,local_storage';
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  });

/** What Chromium deletes of an origin that has not been used for long when the disk is full. */
export const evictOrigin = (page: Page, origin: string): Promise<void> =>
  withSession(page, async (session) => {
    const storageTypes = 'indexeddb,cache_storage,service_workers,file_systems';
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  });
