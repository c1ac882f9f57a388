import { Queue } from 'workbox-background-sync';
import { openDeviceStore, openEngine } from '../sync/index.ts';
import { checkedApiBase } from './api-base.ts';
import { worker } from './scope.ts';

/**
 * The outbox leaves without a page: by Background Sync where there is one, by a message of a page that is being left, and
 * with each push. What is sent, and that it acts once, is the engine's own doing: leases and keys make any number of
 * senders right.
 */
const QUEUE = 'tambay-outbox';
const FLUSH = 'FLUSH';

const apiBase = checkedApiBase(
  new URL(worker.location.href),
  (import.meta.env['VITE_API_BASE'] ?? '').split(',').filter(Boolean),
);

/** What could not be sent, though nothing but the network stands in its way. */
const sendAll = async (): Promise<number> => {
  if (apiBase === null) return 0;
  const device = openDeviceStore();
  const { userId, token } = await device.readDevice().finally(() => device.close());
  // Nobody is signed in: what is frozen here stays where it is.
  if (userId === null || token === null) return 0;
  const engine = await openEngine({ userId, baseUrl: apiBase, token: () => token, role: 'worker' });
  try {
    await engine.sync();
    const { pending, paused } = engine.status.get();
    return paused === null ? pending : 0;
  } finally {
    await engine.close();
  }
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

export const registerFlush = (): void => {
  // Without Background Sync workbox would run it at each start of the worker, also beside an open page.
  if ('sync' in worker.registration) new Queue(QUEUE, { onSync });
  worker.addEventListener('message', (event: ExtendableMessageEvent) => {
    const message: unknown = event.data;
    if (typeof message === 'object' && message !== null && 'type' in message && message.type === FLUSH)
      event.waitUntil(flush());
  });
};
