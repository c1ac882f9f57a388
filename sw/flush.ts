import { Queue } from 'workbox-background-sync';
import { worker } from './scope.ts';

/**
 * The outbox leaves without a page: by Background Sync where there is one, by a message of a page that is being left, and
 * with each push. What is sent, and that it acts once, is the engine's own doing: leases and keys make any number of
 * senders right.
 */
const QUEUE = 'tambay-outbox';
const FLUSH = 'FLUSH';

/** What could not be sent, though nothing but the network stands in its way. */
const sendAll = async (): Promise<number> => {
  const { withEngine } = await import('./member-engine.ts');
  const left = await withEngine(async (engine) => {
    await engine.sync();
    const { pending, marks, paused } = engine.status.value;
    return paused === null ? pending + marks : 0;
  });
  return left ?? 0;
};

let running: Promise<number> | null = null;

/**
 * Sends what waits and pulls, once however many ask. For the push handler, too: it shows its notification first.
 * @returns how many items are left that a later try may send
 */
export const flush = (): Promise<number> => {
  running ??= sendAll()
    // A newer app has the database, or the browser took it away: a page says so, the worker has nobody to tell.
    .catch(() => 0)
    .finally(() => {
      running = null;
    });
  return running;
};

const onSync = async (): Promise<void> => {
  // Failing tells the browser to come again, later and later.
  if ((await flush()) > 0) throw new Error('Some of the outbox still waits');
};

type WithSync = ServiceWorkerRegistration & { readonly sync?: { register(tag: string): Promise<void> } };

/** Something was written here while there may be no network: the browser wakes us when there is one. */
export const flushLater = async (): Promise<void> => {
  const { sync }: WithSync = worker.registration;
  await sync?.register(`workbox-background-sync:${QUEUE}`).catch(() => undefined);
};

export const registerFlush = (): void => {
  // Without Background Sync workbox would run it at each start of the worker, also beside an open page.
  if ('sync' in worker.registration) new Queue(QUEUE, { onSync });
  worker.addEventListener('message', (event: ExtendableMessageEvent) => {
    const message: unknown = event.data;
    if (typeof message === 'object' && message !== null && 'type' in message && message.type === FLUSH)
      event.waitUntil(flush());
  });
};
