import { openDeviceStore } from '../sync/index.ts';
import { flush } from './flush.ts';
import { noticeOf, readPush } from './notification.ts';
import { worker } from './scope.ts';

/** The page opens the address in its own router: a navigation would start the app anew. */
const OPEN = 'OPEN';

const readLanguage = async (): Promise<string | null> => {
  const device = openDeviceStore();
  try {
    return (await device.readDevice()).language ?? null;
  } catch {
    // Whatever is wrong with the storage, the notification comes.
    return null;
  } finally {
    device.close();
  }
};

const showBadge = async (unseen: number): Promise<void> => {
  // Absent where the platform has no badges.
  if (unseen > 0) await worker.navigator.setAppBadge?.(unseen);
  else await worker.navigator.clearAppBadge?.();
};

/** Shows first, whatever else happens: three silent pushes cost the subscription on iOS (decisions.md §10). */
const onPush = async (text: string | undefined): Promise<void> => {
  const { title, options, unseen } = noticeOf(readPush(text), await readLanguage());
  await worker.registration.showNotification(title, options);
  if (unseen !== null) await showBadge(unseen).catch(() => undefined);
  // Brings the message itself: a tap without a network finds it.
  await flush();
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

const urlOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'url' in data && typeof data.url === 'string' ? data.url : '/';

export const registerPush = (): void => {
  worker.addEventListener('push', (event: PushEvent) => {
    event.waitUntil(onPush(event.data?.text()));
  });
  worker.addEventListener('notificationclick', (event: NotificationEvent) => {
    event.notification.close();
    event.waitUntil(open(urlOf(event.notification.data)));
  });
};
