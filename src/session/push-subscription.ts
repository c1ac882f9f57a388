import { type PushSubscriptionBody, pushSubscriptionBody } from '../../protocol/index.ts';
import type { Api } from './api.ts';

/**
 * The browser's push subscription and the server's knowledge of it. The subscription belongs to the browser, what the
 * server does with it to the session: both are made together, and checked at each start, because browsers drop
 * subscriptions without a word.
 */
export type PushApi = Pick<Api, 'pushKey' | 'registerPush' | 'removePush'>;

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** The browser was told no, and asks no more by itself. */
export const isPushDenied = (): boolean => canPush() && Notification.permission === 'denied';

const manager = async (): Promise<PushManager> => (await navigator.serviceWorker.ready).pushManager;

const bodyOf = (subscription: PushSubscription): PushSubscriptionBody =>
  pushSubscriptionBody.parse(subscription.toJSON());

/** With the engine's code, which a visitor's start does not load. */
const withDevice: typeof import('../../sync/index.ts').withDevice = async (action) =>
  (await import('../../sync/index.ts')).withDevice(action);

export type SubscribeOutcome = 'subscribed' | 'denied' | 'dismissed' | 'unreachable';

/** Asks the member, then the browser, then tells the server. Call it from a tap on something that says why. */
export const subscribePush = async (api: PushApi, token: string): Promise<SubscribeOutcome> => {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'denied';
  if (permission === 'default') return 'dismissed';
  if (!(await renew(api, token))) return 'unreachable';
  await withDevice((device) => device.rememberPush(true));
  return 'subscribed';
};

/** @returns whether server and browser know of each other now */
const renew = async (api: PushApi, token: string): Promise<boolean> => {
  const key = await api.pushKey();
  if (key.kind !== 'done') return false;
  const push = await manager();
  const options = { userVisibleOnly: true, applicationServerKey: key.data.publicKey };
  let subscription: PushSubscription;
  try {
    subscription = await push.subscribe(options);
  } catch {
    // Made with the key of another community, or of this one before its database was lost.
    await (await push.getSubscription())?.unsubscribe();
    try {
      subscription = await push.subscribe(options);
    } catch {
      return false;
    }
  }
  return (await api.registerPush(token, bodyOf(subscription))).kind === 'done';
};

/**
 * At each start and sign-in: a subscription is only as good as the last time both sides had it. One that another member's
 * dead session has left behind is ended: the next member has not asked for it.
 */
export const healPush = async (api: PushApi, token: string): Promise<void> => {
  if (!canPush() || Notification.permission !== 'granted') return;
  if (await isWanted()) await renew(api, token);
  else await (await (await manager()).getSubscription())?.unsubscribe();
};

/** They who are signed in, and not somebody who was here before, have asked for pushes on this device. */
const isWanted = (): Promise<boolean> =>
  withDevice(async (device) => {
    const { userId, pushFor } = await device.readDevice();
    return userId !== null && pushFor === userId;
  });

/** Whether this browser is subscribed now, for the signed-in member: a subscription that no server knows does not count. */
export const isSubscribed = async (): Promise<boolean> =>
  canPush() &&
  Notification.permission === 'granted' &&
  (await isWanted()) &&
  (await (await manager()).getSubscription()) !== null;

/** The member wants no more pushes on this device. */
export const switchPushOff = async (api: PushApi, token: string): Promise<void> => {
  await withDevice((device) => device.rememberPush(false));
  await unsubscribePush(api, token);
};

/**
 * Ends the subscription, at the browser first, which works without a network; the server is told if possible (it also
 * learns from the session's end and from the push service).
 */
export const unsubscribePush = async (api: PushApi, token: string): Promise<void> => {
  if (!canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  const { auth } = bodyOf(subscription).keys;
  await subscription.unsubscribe();
  await api.removePush(token, auth);
};
