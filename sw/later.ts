import { cacheNames } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { isForeign } from './foreign.ts';
import { laterFiles, shellFiles, worker } from './scope.ts';

/** One of those that stay as long as the app does (protocol/app-caches.ts, which this start does without). */
const CACHE = 'tambay-assets';
/** As many at a time as a connection of HTTP/1.1 has room for: one by one, each would wait a round trip. */
const AT_ONCE = 6;
/** The page is idle: what no start needs, but some screen, is fetched now (src/app/service-worker.ts). */
const WARM = 'WARM';
/** The caches of a browser that is just clearing them never answer, and do not say so either (measured in Chromium 156). */
const TIMEOUT_MS = 2_000;
const PATH = /^\/assets\/[^/]+$/;
/** Of no use to a browser that reads codes itself (src/features/scanner/decoder.ts). */
const QR_READER = /\/qr-worker-[^/]+\.js$/;
/** Three megabytes that few members ever need: kept once it was used (src/features/media/heic/heic.ts). */
const HEIC_READER = /\/heic-worker-[^/]+\.js$/;

const pathsOf = (files: readonly { url: string }[]): Set<string> =>
  new Set(files.map(({ url }) => new URL(url, worker.location.origin).pathname));
const later = pathsOf(laterFiles);
const known = new Set([...pathsOf(shellFiles), ...later]);

const pathOf = ({ url }: { url: string }): string => new URL(url).pathname;

/**
 * The files of the release before, which the precache drops when this worker takes over. Tabs that still run it may ask for
 * a screen they have not shown yet, and no server has these files any more.
 */
const keepLastRelease = async (): Promise<void> => {
  const cache = await caches.open(CACHE);
  const before = await caches.open(cacheNames.precache);
  for (const request of await before.keys()) {
    const path = pathOf(request);
    if (!PATH.test(path) || known.has(path)) continue;
    const response = await before.match(request);
    if (response) await cache.put(path, response);
  }
};

const heldAt = async (path: string): Promise<Response | undefined> =>
  (await caches.open(CACHE)).match(path, { ignoreVary: true });

const keep = async (path: string, response: Response): Promise<void> =>
  (await caches.open(CACHE)).put(path, response);

const isKept = (response: Response): boolean => response.ok && !isForeign(response);

const timeout = (): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), TIMEOUT_MS));

const warm = async (isWanted: (path: string) => boolean): Promise<void> => {
  const cache = await caches.open(CACHE);
  const held = new Set((await cache.keys()).map(pathOf));
  const missing = [...later].filter((path) => !held.has(path) && isWanted(path)).values();
  const fetchInTurn = async (): Promise<void> => {
    for (const path of missing) {
      const response = await fetch(path, { priority: 'low' });
      if (isKept(response)) await cache.put(path, response);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchInTurn));
};

/** Once the only open tab is one that has just started, no tab runs an older release. */
const forgetLastRelease = async (asker: string): Promise<void> => {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.some(({ id }) => id !== asker)) return;
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) if (!known.has(pathOf(request))) await cache.delete(request);
};

export const registerLater = (): void => {
  worker.addEventListener('install', (event) => event.waitUntil(keepLastRelease()));
  worker.addEventListener('message', (event: ExtendableMessageEvent) => {
    const message: unknown = event.data;
    if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== WARM)
      return;
    const asker = event.source !== null && 'id' in event.source ? event.source.id : '';
    const readsCodes = 'readsCodes' in message && message.readsCodes === true;
    // Without a network the next start goes on where this one ended.
    event.waitUntil(
      forgetLastRelease(asker)
        .then(() => warm((path) => !HEIC_READER.test(path) && !(readsCodes && QR_READER.test(path))))
        .catch(() => undefined),
    );
  });
  registerRoute(
    ({ url, sameOrigin, request }) => sameOrigin && request.method === 'GET' && PATH.test(url.pathname),
    async ({ url, request, event }) => {
      const asked = heldAt(url.pathname);
      const held = await Promise.race([asked, timeout()]);
      if (held) return held;
      const response = await fetch(request).catch(async (error: unknown) => {
        const late = await Promise.race([asked, timeout()]);
        if (late) return late;
        throw error;
      });
      if (isKept(response)) event.waitUntil(keep(url.pathname, response.clone()));
      return response;
    },
  );
};
