import { Queue } from 'workbox-background-sync';
import { worker } from './scope.ts';

/**
 * The outbox and its files leave without a page: by Background Sync where there is one, by a message of a page that is being
 * left, and with each push. What is sent, and that it acts once, is the engine's own doing: leases, keys and the server's
 * offset make any number of senders right.
 *
 * The queue of workbox holds no requests. They would be a second store beside the outbox, without its order, its verdicts and
 * what the member has taken back since. What it does here is to register the tag and to answer its event.
 */
const QUEUE = 'tambay-outbox';
const FLUSH = 'FLUSH';

/** Chromium ends a `sync` event after three minutes; a chunk that gets no answer takes half a minute of them. */
const FLUSH_MS = 140_000;
/** It ends a `push` event after 90 seconds, and the badge is still to be set. */
export const PUSH_FLUSH_MS = 45_000;

/** @returns what could not be sent, though nothing but the network and the time stands in its way */
const sendAll = async (until: AbortSignal): Promise<number> => {
  const { preparePictures, withEngine } = await import('./member-engine.ts');
  const sent = withEngine(async (engine) => {
    // An open page draws better: it has a thread of its own for that.
    if ((await worker.clients.matchAll({ type: 'window' })).length === 0) await preparePictures(engine.files);
    return engine.flush(until);
  });
  return (await sent) ?? 0;
};

type Flushed = { readonly left: number; readonly isTimeUp: boolean };

let running: Promise<Flushed> | null = null;

const flushOnce = (ms: number): Promise<Flushed> => {
  const until = AbortSignal.timeout(ms);
  running ??= sendAll(until)
    // A newer app has the database, or the browser took it away: a page says so, the worker has no screen.
    .catch(() => 0)
    .then((left) => ({ left, isTimeUp: until.aborted }))
    .finally(() => {
      running = null;
    });
  return running;
};

const queue = (): Queue | null => {
  // Without Background Sync workbox would run it at each start of the worker, also beside an open page.
  if (!('sync' in worker.registration)) return null;
  opened ??= new Queue(QUEUE, { onSync });
  return opened;
};
let opened: Queue | null = null;

const onSync = async (): Promise<void> => {
  const { left, isTimeUp } = await flushOnce(FLUSH_MS);
  if (left === 0) return;
  // A long file is no failure: the next event follows at once, and the browser counts its attempts anew.
  if (isTimeUp) return flushLater();
  // Failing tells the browser to come again, later and later.
  throw new Error('Some of the outbox still waits');
};

/** Something was written here while there may be no network: the browser starts us when there is one. */
export const flushLater = async (): Promise<void> => {
  await queue()?.registerSync();
};

/**
 * Sends what waits and pulls, once however many ask, and leaves the rest to Background Sync. For the push handler, too: it
 * shows its notification first.
 */
export const flush = async (ms = FLUSH_MS): Promise<void> => {
  const { left } = await flushOnce(ms);
  if (left > 0) await flushLater();
};

export const registerFlush = (): void => {
  queue();
  worker.addEventListener('message', (event: ExtendableMessageEvent) => {
    const message: unknown = event.data;
    if (typeof message === 'object' && message !== null && 'type' in message && message.type === FLUSH)
      event.waitUntil(flush());
  });
};
