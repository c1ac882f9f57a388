import { type NoticeData, newId, noticeData, type PushPayload, unseenCount } from '../protocol/index.ts';
import { serverClock, withDevice } from '../sync/index.ts';
import { closeRead } from './close-read.ts';
import { flush, flushLater, PUSH_FLUSH_MS } from './flush.ts';
import { askServer, readFriendLooks, withEngine } from './member-engine.ts';
import { isShellNavigation } from './navigation.ts';
import { likenessIn, messageOf, noticeOf, readPush, unsentReplyOf } from './notification.ts';
import { worker } from './scope.ts';

/** The page opens the address in its own router: a navigation would start the app anew. */
const OPEN = 'OPEN';

/** Storage that a page is upgrading, or that the browser takes its time over, must not hold up what is shown. */
const READER_WITHIN_MS = 500;

/** `isMeant`: the push is for the member who is signed in, as far as it can be told. */
type Reader = { readonly language: string | null; readonly isMeant: boolean };

/** Whatever is wrong with the storage, the notification comes. */
const UNKNOWN: Reader = { language: null, isMeant: true };

/** A push service may hold a push for a day: by then its member's session may have died, and another one may be here. */
const readReader = (): Promise<Reader> =>
  withDevice(async (device) => {
    const { language, userId, pushFor } = await device.readDevice();
    return { language, isMeant: userId !== null && (pushFor ?? userId) === userId };
  }).catch(() => UNKNOWN);

const showBadge = async (unseen: number): Promise<void> => {
  // Absent where the platform has no badges.
  if (unseen > 0) await worker.navigator.setAppBadge?.(unseen);
  else await worker.navigator.clearAppBadge?.();
};

/** What is unseen by now; the next push or page says so where there is no network. */
const refreshBadge = async (): Promise<void> => {
  const answer = await askServer(unseenCount, 'GET', '/chats/messages/unseen-count');
  if (answer !== null) await showBadge(answer.count);
};

const inTime = <T>(reading: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([
    reading,
    new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), READER_WITHIN_MS)),
  ]);

const readerInTime = (): Promise<Reader> => inTime(readReader(), UNKNOWN);

/** The friend whom the sender or the group is only called like, from what this device knows of the member's friends. */
const findLookAlike = async (payload: PushPayload | null): Promise<string | null> => {
  if (payload === null) return null;
  return withEngine(async ({ db, userId }) => likenessIn(payload, userId, await readFriendLooks(db, userId)));
};

/** Shows first, whatever else happens: three silent pushes cost the subscription on iOS (docs/decisions/0011). */
export const onPush = async (text: string | undefined): Promise<void> => {
  const pushed = readPush(text);
  const finding = findLookAlike(pushed).catch(() => null);
  const [{ language, isMeant }, friend] = await Promise.all([readerInTime(), inTime(finding, null)]);
  // What is somebody else's is told like one that cannot be read: that something came.
  const payload = isMeant ? pushed : null;
  const { title, options, unseen } = noticeOf(payload, language, friend);
  await worker.registration.showNotification(title, options);
  const late = await finding;
  if (payload !== null && late !== friend) {
    const { options: warned } = noticeOf(payload, language, late);
    const quiet = { ...warned, renotify: false, silent: true };
    await worker.registration.showNotification(title, quiet);
  }
  if (unseen !== null) await showBadge(unseen).catch(() => undefined);
  const message = messageOf(payload);
  // What the push itself says: a tap finds it even when the network is gone by now.
  if (message !== null) await withEngine((engine) => engine.keepPushed(message)).catch(() => undefined);
  await flush(PUSH_FLUSH_MS);
  await closeRead().catch(() => undefined);
  // The push may have lain for a day, and another one may be on its way: what the badge says is what is true now.
  await refreshBadge().catch(() => undefined);
};

const open = async (url: string): Promise<void> => {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // What shows an answer of the API, or signs in for another site, would not listen.
  const screens = windows.filter(({ url: at }) => isShellNavigation(new URL(at)));
  const [shown] = screens.toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (!shown) {
    await worker.clients.openWindow(url);
    return;
  }
  shown.postMessage({ type: OPEN, url });
  await shown.focus();
};

const dataOf = (notification: Notification): NoticeData | null =>
  noticeData.safeParse(notification.data).data ?? null;

/**
 * What a button of the notification does: written into the outbox like anything else, so that it holds without a network,
 * and sent by the same engine. A flush that is running already has read the outbox before.
 * @returns whether it is written there
 */
const act = async ({ chatId, seq }: NoticeData, words: string): Promise<boolean> => {
  if (chatId === null) return false;
  await flushLater();
  let isWritten = false;
  await withEngine(async (engine) => {
    const writtenAt = new Date(serverClock.now()).toISOString();
    if (words !== '') await engine.mutate('sendMessage', { id: newId(), chatId, content: words, writtenAt });
    isWritten = true;
    if (seq !== null) await engine.mutate('markSeen', { chatId, seq });
    await engine.sync();
  }).catch(() => null);
  await refreshBadge().catch(() => undefined);
  return isWritten;
};

/** These words are nowhere else: what cannot be kept, as on a full disk or when it is too long, comes back to be read. */
const answer = async (title: string, data: NoticeData, words: string): Promise<void> => {
  if (await act(data, words)) return;
  const { language } = await readerInTime();
  await worker.registration.showNotification(title, unsentReplyOf(data, words, language));
};

/** Chromium's inline answer. */
const wordsOf = (event: NotificationEvent): string =>
  'reply' in event && typeof event.reply === 'string' ? event.reply.trim() : '';

/** A tap on the notification or on one of its buttons. */
export const onNotificationClick = async (event: NotificationEvent): Promise<void> => {
  const data = dataOf(event.notification);
  if (data === null) return open('/');
  const { action } = event;
  const words = wordsOf(event);
  // Where the platform has no field to answer in, the chat opens instead.
  if (action === 'reply' && words !== '') return answer(event.notification.title, data, words);
  if (action !== 'seen') return open(data.url);
  await act(data, '');
};
