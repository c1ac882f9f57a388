import { APP_CACHES } from '../../protocol/index.ts';
import type { Departure, DeviceStore, Engine } from '../../sync/index.ts';
import type { Api } from './api.ts';
import { forgetPendingLeavesOf } from './pending-leaves.ts';
import { NOTE_MS, within } from './time-limit.ts';
import { clearStorage, readToken } from './token-storage.ts';

/** How long the screen waits for the server to forget where to push: a member who signs out puts the phone away. */
const PUSH_MS = 1_500;

type SyncDoor = Pick<
  typeof import('../../sync/index.ts'),
  'openDeviceStore' | 'deleteUserDatabase' | 'freezeUserDatabase'
>;

export type DepartureDeps = {
  readonly api: Pick<Api, 'logout' | 'revoke'>;
  readonly storage: Storage;
  readonly loadSync: () => Promise<SyncDoor>;
  /** Specification §4: logout unregisters push first; it works without a network as far as the browser goes. */
  readonly endPush: (token: string) => Promise<void>;
  /** SHA-256 as base64url; null where the platform has none. */
  readonly hashToken: (token: string) => Promise<string | null>;
};

/** `lock`: the session died, and the database waits as it is (docs/decisions/0007). */
export type LeaveMode = Departure['mode'] | 'lock';

const withDevice = async <R>(sync: SyncDoor, action: (device: DeviceStore) => Promise<R>): Promise<R> => {
  const device = sync.openDeviceStore();
  try {
    return await action(device);
  } finally {
    device.close();
  }
};

const removeData = async (sync: SyncDoor, { userId, mode }: Departure): Promise<void> => {
  if (mode === 'wipe') await sync.deleteUserDatabase(userId);
  else await sync.freezeUserDatabase(userId);
};

const cleanUp = async (sync: SyncDoor, departure: Departure): Promise<void> =>
  withDevice(sync, async (device) => {
    const { departures } = await device.readDevice();
    // Another tab has finished it, and the member may be back and writing.
    if (!departures.some((one) => one.userId === departure.userId)) return;
    await removeData(sync, departure);
    await device.finishDeparture(departure.userId);
  });

/** Where shared things wait (sync/device/share-store.ts): only their owner, whose session may only have died, sees them. */
const SHARES = 'tambay-shares';

/** Media and other copies of answers; the app stays, or the sign-in screen would need a network. */
const clearCaches = async (mode: LeaveMode): Promise<void> => {
  if (mode !== 'lock' && 'indexedDB' in globalThis) indexedDB.deleteDatabase(SHARES);
  if (!('caches' in globalThis)) return;
  // What the worker is just fetching would otherwise be put there after this.
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration();
  registration?.active?.postMessage({ type: 'FORGET_MEDIA' });
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !APP_CACHES.test(name)).map((name) => caches.delete(name)));
};

/** What stands on the locked screen and on the icon: the next member must not read it there. */
const clearNotices = async (): Promise<void> => {
  const { navigator } = globalThis;
  const registration = await navigator?.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close();
  await navigator?.clearAppBadge?.();
};

type Leaving = {
  readonly engine: Engine | null;
  readonly mode: LeaveMode;
  /** How much is unsent. */
  readonly waiting: number;
  /** From here on no start finds a session, whatever becomes of the page; what is left to do is cleaning up. */
  readonly onSignedOut: () => void;
};

/**
 * Signs out on this device. Noted in IndexedDB first, then local storage is cleared, whatever happens to the note: other
 * tabs that learn of that can read how much waits, and a start that finds an unfinished note finishes it.
 */
export const depart = async (
  deps: DepartureDeps,
  { engine, mode, waiting, onSignedOut }: Leaving,
): Promise<void> => {
  const { storage, loadSync, hashToken } = deps;
  const token = readToken(storage);
  const departure = engine === null || mode === 'lock' ? null : { userId: engine.userId, mode };
  const leftWaiting = mode === 'wipe' ? 0 : waiting;
  // The server has ended a dead session itself.
  const revocation = token === null || mode === 'lock' ? null : await hashToken(token).catch(() => null);
  let sync: SyncDoor | undefined;
  let isNoted = false;
  try {
    sync = await loadSync();
    isNoted = await within(
      NOTE_MS,
      withDevice(sync, (device) => device.leave({ departure, leftWaiting, revocation })),
    );
    // Specification §4: push first, while the session lives. A browser that cannot do it now is told by the session's end.
    if (token !== null && mode !== 'lock')
      await within(
        PUSH_MS,
        deps.endPush(token).catch(() => undefined),
      );
  } finally {
    clearStorage(storage);
    if (departure?.mode === 'wipe') forgetPendingLeavesOf(storage, departure.userId);
    onSignedOut();
    // Of a session that died, too: that answer has the browser clear what it cached by itself (Clear-Site-Data).
    if (token !== null) void tellServer(deps, token, revocation);
    try {
      await engine?.close();
    } finally {
      await clearNotices().catch(() => undefined);
      await clearCaches(mode);
      if (sync && departure) await (isNoted ? cleanUp : removeData)(sync, departure);
    }
  }
};

const isAcknowledged = (answer: Awaited<ReturnType<Api['logout']>>): boolean =>
  answer.kind === 'done' || (answer.kind === 'refused' && answer.error.kind === 'session_dead');

const tellServer = async (
  { api, loadSync }: DepartureDeps,
  token: string,
  revocation: string | null,
): Promise<void> => {
  if (!isAcknowledged(await api.logout(token)) || revocation === null) return;
  await withDevice(await loadSync(), (device) => device.forgetRevocation(revocation));
};

/** Finishes what earlier sign-outs had no time for, before anybody's database is opened. */
export const finishDepartures = async (
  sync: SyncDoor,
  departures: readonly Departure[],
  onError: (error: unknown) => void,
): Promise<void> => {
  for (const departure of departures) await cleanUp(sync, departure).catch(onError);
};

/** Tells the server of sign-outs that were made without a network. */
export const sendRevocations = async ({ api }: Pick<DepartureDeps, 'api'>, sync: SyncDoor): Promise<void> => {
  const { revocations } = await withDevice(sync, (device) => device.readDevice());
  for (const tokenHash of revocations) {
    if (!isAcknowledged(await api.revoke(tokenHash))) return;
    await withDevice(sync, (device) => device.forgetRevocation(tokenHash));
  }
};
