import { registerRoute } from 'workbox-routing';
import type { SubscriptionChange } from './push-change.ts';
import { worker } from './scope.ts';

/** The address in the manifest's `share_target`, and of the screen that asks where it goes. */
const SHARE_PATH = '/share';

/**
 * Events that take the engine and its schemas, which are evaluated when the first of them comes: every navigation starts this
 * worker, and 13 ms of it (40 on a slow phone) were theirs (measured). They lie in this same file, so that no network is
 * needed.
 */
export const registerEngineEvents = (): void => {
  worker.addEventListener('push', (event: PushEvent) => {
    event.waitUntil(import('./push.ts').then(({ onPush }) => onPush(event.data?.text())));
  });
  worker.addEventListener('notificationclick', (event: NotificationEvent) => {
    event.notification.close();
    event.waitUntil(import('./push.ts').then(({ onNotificationClick }) => onNotificationClick(event)));
  });
  worker.addEventListener('pushsubscriptionchange', (event: Event) => {
    if (!(event instanceof ExtendableEvent)) return;
    const changed: SubscriptionChange = event;
    event.waitUntil(
      import('./push-change.ts')
        .then(({ onSubscriptionChange }) => onSubscriptionChange(changed))
        .catch(() => undefined),
    );
  });
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
    async ({ request }) => (await import('./share.ts')).keepShared(request, SHARE_PATH),
    'POST',
  );
};
