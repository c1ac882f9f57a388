import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, expect, type Page, type Worker } from '@playwright/test';
import { openPushService } from '../../server/testing/push-service.ts';
import { freePort, startApp } from './browser-app.ts';
import { callAs, type Person } from './browser-people.ts';
import { arriveSignedIn, waitForShell } from './browser-steps.ts';
import { startFaultProxy } from './fault-proxy.ts';

type Shown = { title: string; body: string; tag: string; actions: string[] };

export const readShown = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map((one) => ({
      title: one.title,
      body: one.body,
      tag: one.tag,
      actions: ((one as Notification & { actions?: { action: string }[] }).actions ?? []).map(
        ({ action }) => action,
      ),
    }));
  });

/** A Chromium without a place for notifications drops each after some seconds: here they stay until somebody closes them. */
export const keepShown = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const show = registration.showNotification.bind(registration);
    registration.showNotification = (title, options) => show(title, { ...options, requireInteraction: true });
  });

/** The browser's own way of handing a push to a worker, without a push service between. */
export const createPusher = async (context: BrowserContext, page: Page, origin: string) => {
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  return (data: string) => cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
};

/** What the worker's global scope has and the page's types do not know. */
type WorkerScope = EventTarget & {
  readonly registration: Pick<ServiceWorkerRegistration, 'getNotifications'>;
  readonly NotificationEvent: new (
    type: string,
    init: { notification: Notification; action: string },
  ) => Event;
};

/** A thumb on a notification or on one of its buttons: the event that the browser would send to the worker. */
export const tap = (worker: Worker, action = '', reply = ''): Promise<void> =>
  worker.evaluate(
    async ([chosen, words]) => {
      const scope = globalThis as unknown as WorkerScope;
      const [notification] = await scope.registration.getNotifications();
      if (!notification) throw new Error('Nothing is shown');
      const event = new scope.NotificationEvent('notificationclick', { notification, action: chosen });
      if (words !== '') Object.defineProperty(event, 'reply', { value: words });
      scope.dispatchEvent(event);
    },
    [action, reply] as const,
  );

/** The server with a push service of its own, and a network before it that can be taken away. */
export const openPushStage = async () => {
  const service = await openPushService();
  const port = await freePort();
  const proxy = await startFaultProxy({ target: `http://127.0.0.1:${port}` });
  const app = await startApp({
    port,
    origins: [proxy.origin],
    entry: fileURLToPath(new URL('./push-server.ts', import.meta.url)),
    env: { PUSH_SERVICE_PORT: String(service.port) },
  });
  return {
    app,
    proxy,
    service,
    dispose: async () => {
      service.close();
      await proxy.close();
      await app.dispose();
    },
  };
};
export type PushStage = Awaited<ReturnType<typeof openPushStage>>;

/** A subscription of somebody's. @returns what arrived there, as text, once it has the words */
export const subscribe = async ({ app, service }: PushStage, who: Person) => {
  const { path, ...body } = service.subscribe();
  await callAs(app.origin, who, 'POST', '/notifications/push/register', undefined, body);
  return async (text: string): Promise<string> => {
    const find = () => service.arrived.find((one) => one.path === path && one.payload.text === text);
    await expect.poll(() => find() !== undefined).toBe(true);
    return JSON.stringify(find()?.payload);
  };
};

export const workerOf = async (context: BrowserContext): Promise<Worker> => {
  await expect.poll(() => context.serviceWorkers().length).toBeGreaterThan(0);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('No worker');
  await keepShown(worker);
  return worker;
};

/** A browser of a member's that may show notifications, and its pushes. */
export const openTold = async (browser: Browser, origin: string, who: Person) => {
  const context = await browser.newContext();
  await context.grantPermissions(['notifications'], { origin });
  const page = await context.newPage();
  await arriveSignedIn(page, origin, who);
  await waitForShell(page);
  const worker = await workerOf(context);
  return { context, page, worker, push: await createPusher(context, page, origin) };
};
