import { asyncScheduler, defer, fromEvent, merge, NEVER, type Observable } from 'rxjs';
import { APP_CACHES, newId } from '../../protocol/index.ts';
import { createBrowserChannel } from './broadcast.ts';
import { createHttpClient } from './http-client.ts';
import { createHttpPort } from './http-port.ts';
import { pageDocument } from './page-document.ts';
import { createPageEnd } from './page-end.ts';
import type { Clock, Ids, Locks, Network, Online, Ports, Space, Visibility } from './ports.ts';
import { serverClock } from './server-clock.ts';

// Each port is asked of the global object at the time of use: the same code runs in a page, in the worker and in Node.

export const systemClock: Clock = asyncScheduler;

export const systemIds: Ids = { newId, random: () => Math.random() };

/** Events of what the platform may not have; looked for when somebody subscribes. */
const eventsOf = (find: () => EventTarget | undefined, names: readonly string[]): Observable<Event> =>
  defer(() => {
    const target = find();
    return target === undefined ? NEVER : merge(...names.map((name) => fromEvent<Event>(target, name)));
  });

const globalEvents = (): EventTarget | undefined =>
  'addEventListener' in globalThis ? globalThis : undefined;

const browserOnline: Online = {
  isOnline: () => globalThis.navigator?.onLine !== false,
  changes: eventsOf(globalEvents, ['online', 'offline']),
};

/** A worker may look whether the data are protected, and not ask for it. */
const storageManager = (): { persisted?(): Promise<boolean>; persist?(): Promise<boolean> } | undefined =>
  globalThis.navigator?.storage;

const browserVisibility: Visibility = {
  // The worker is never looked at, and a runtime without a document always is.
  isVisible: () => (pageDocument()?.visibilityState ?? 'visible') === 'visible',
  changes: merge(
    eventsOf(pageDocument, ['visibilitychange']),
    eventsOf(
      () => (pageDocument() === undefined ? undefined : globalEvents()),
      ['focus', 'pageshow', 'pagehide'],
    ),
  ),
};

const neverLost = new AbortController().signal;

/** The name of one of our locks in the Web Locks API. */
export const browserLockName = (name: string): string => `tambay:${name}`;

export const browserLocks: Locks = {
  async withLock(name, { signal, steal }, action) {
    const { locks } = globalThis.navigator;
    // Without Web Locks every tab sends: leases and the server's keys keep that right.
    if (locks === undefined) return action(neverLost);
    const lost = new AbortController();
    const settings: LockOptions = steal ? { steal } : { ...(signal ? { signal } : {}) };
    try {
      return await locks.request(browserLockName(name), settings, () => action(lost.signal));
    } catch (error) {
      // A robbed holder's promise rejects at once while its code runs on: tell it.
      lost.abort(error);
      throw error;
    }
  },
};

/** The Network Information API, which only Chromium has: elsewhere the user's own choice applies. */
type Connection = EventTarget & { readonly saveData?: boolean; readonly type?: string };
const connectionOf = (): Connection | undefined =>
  'navigator' in globalThis && 'connection' in navigator && navigator.connection instanceof EventTarget
    ? navigator.connection
    : undefined;

const browserNetwork: Network = {
  isFree() {
    const connection = connectionOf();
    return connection?.saveData !== true && connection?.type !== 'cellular';
  },
  changes: eventsOf(connectionOf, ['change']),
};

/** For a sender without a screen: a connection of unknown kind may cost money. */
export const watchedNetwork: Network = {
  ...browserNetwork,
  isFree: () => connectionOf() !== undefined && browserNetwork.isFree(),
};

const browserSpace: Space = {
  async estimate() {
    const found = await globalThis.navigator?.storage?.estimate?.().catch(() => null);
    if (!found) return null;
    return { usage: found.usage ?? 0, quota: found.quota ?? 0 };
  },
  isKept: async () =>
    (await storageManager()
      ?.persisted?.()
      .catch(() => null)) ?? null,
  keep: async () =>
    (await storageManager()
      ?.persist?.()
      .catch(() => null)) ?? null,
  async freeMedia() {
    if (!('caches' in globalThis)) return false;
    // The app has to stay: without it nothing opens. What is kept on purpose (sw/media-cache.ts) goes when nothing else is left.
    const names = (await caches.keys()).filter((name) => !APP_CACHES.test(name));
    const pictures = names.filter((name) => !name.startsWith('tambay-kept-'));
    const free = async (some: readonly string[]): Promise<boolean> =>
      (await Promise.all(some.map((name) => caches.delete(name)))).includes(true);
    return (await free(pictures)) || free(names);
  },
};

/** What the caller brings: always the two whose libraries weigh as much as the engine, and not every role needs. */
export type GivenPorts = Partial<Ports> & Pick<Ports, 'socket' | 'files'>;

/** The ports of this platform, as far as the caller has not brought others. */
export const createBrowserPorts = (
  { baseUrl, channelName }: { baseUrl: string; channelName: string },
  given: GivenPorts,
): Ports => ({
  serverNow: given.serverNow ?? (() => serverClock.now()),
  clock: given.clock ?? systemClock,
  ids: given.ids ?? systemIds,
  online: given.online ?? browserOnline,
  visibility: given.visibility ?? browserVisibility,
  locks: given.locks ?? browserLocks,
  channel: given.channel ?? createBrowserChannel(channelName),
  http: given.http ?? createHttpPort(createHttpClient({ baseUrl })),
  socket: given.socket,
  space: given.space ?? browserSpace,
  files: given.files,
  network: given.network ?? browserNetwork,
  pageEnd: given.pageEnd ?? createPageEnd(channelName),
});
