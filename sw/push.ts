import { type NoticeData, newId, noticeData, unseenCount } from '../protocol/index.ts';
import { withDevice } from '../sync/index.ts';
import { closeRead } from './close-read.ts';
import { flush, flushLater } from './flush.ts';
import { askServer, withEngine } from './member-engine.ts';
import { messageOf, noticeOf, readPush } from './notification.ts';
import { worker } from './scope.ts';

/** The page opens the address in its own router: a navigation would start the app anew. */
const OPEN = 'OPEN';

/** Storage that a page is upgrading, or that the browser takes its time over, must not hold up what is shown. */
const LANGUAGE_WITHIN_MS = 500;

/** Whatever is wrong with the storage, the notification comes. */
const readLanguage = (): Promise<string | null> =>
  withDevice(async (device) => (await device.readDevice()).language).catch(() => null);

const showBadge = async (unseen: number): Promise<void> => {
  // Absent where the platform has no badges.
  if (unseen > 0) await worker.navigator.setAppBadge?.(unseen);
  else await worker.navigator.clearAppBadge?.();
};

/** What is unseen by now; the next push or page says so where there is no network. */
const refreshBadge = async (): Promise<void> => {
  const answer = await askServer('GET', '/chats/messages/unseen-count');
  if (answer !== null) await showBadge(unseenCount.parse(answer).data.count);
};

const languageInTime = (): Promise<string | null> =>
  Promise.race([
    readLanguage(),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), LANGUAGE_WITHIN_MS)),
  ]);

/** Shows first, whatever else happens: three silent pushes cost the subscription on iOS (decisions.md §10). */
export const onPush = async (text: string | undefined): Promise<void> => {
  const payload = readPush(text);
  const { title, options, unseen } = noticeOf(payload, await languageInTime());
  await worker.registration.showNotification(title, options);
  if (unseen !== null) await showBadge(unseen).catch(() => undefined);
  const message = messageOf(payload);
  // What the push itself says: a tap finds it even when the network is gone by now.
  if (message !== null) await withEngine((engine) => engine.keepPushed(message)).catch(() => undefined);
  await flush();
  await closeRead().catch(() => undefined);
  // The push may have lain for a day, and another one may be on its way: what the badge says is what is true now.
  await refreshBadge().catch(() => undefined);
};

const open = async (url: string): Promise<void> => {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [shown] = windows.toSorted((a, b) => Number(b.focused) - Number(a.focused));
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
 */
const act = async ({ chatId, seq }: NoticeData, words: string): Promise<void> => {
  if (chatId === null) return;
  await flushLater();
  await withEngine(async (engine) => {
    const writtenAt = new Date().toISOString();
    if (words !== '') await engine.mutate('sendMessage', { id: newId(), chatId, content: words, writtenAt });
    if (seq !== null) await engine.mutate('markSeen', { chatId, seq });
    await engine.sync();
  });
  await refreshBadge().catch(() => undefined);
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
  const isAnswer = action === 'reply' && words !== '';
  return action === 'seen' || isAnswer ? act(data, isAnswer ? words : '') : open(data.url);
};
