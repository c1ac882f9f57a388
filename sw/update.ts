import { clientsClaim } from 'workbox-core';
import { worker } from './scope.ts';

/** A new release waits until the member agrees (docs/decisions/0012): the worker that waits is told to take over. */
const SKIP_WAITING = 'SKIP_WAITING';
/** The page asks the worker that controls it to have the waiting one take over. */
const HAND_OVER = 'HAND_OVER';
/** So long no page may have fetched anything since it asked, but no longer than the second is waited for it. */
const CALM_MS = 500;
const CALM_WITHIN_MS = 4_000;
/** A worker that has not answered by then does not start. */
const ANSWER_MS = 5_000;

const typeOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'type' in message ? message.type : null;

let fetchedAt = 0;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const calm = async (): Promise<void> => {
  const askedAt = performance.now();
  const msLeft = (): number =>
    Math.min(Math.max(askedAt, fetchedAt) + CALM_MS, askedAt + CALM_WITHIN_MS) - performance.now();
  for (let ms = msLeft(); ms > 0; ms = msLeft()) await sleep(ms);
};

/**
 * Has the waiting worker take over at a moment in which no page fetches anything. Chromium then ends the active worker at
 * once. A call that arrives just then starts it again, and a worker that was started again is replaced only when it has been
 * idle for half a minute, or after five (measured in Chromium 156: 6 of 24 updates beside a running call).
 */
const handOver = async (): Promise<void> => {
  await calm();
  const { waiting } = worker.registration;
  if (!waiting) return;
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<void>((resolve) => {
    port1.onmessage = () => resolve();
  });
  waiting.postMessage({ type: SKIP_WAITING }, [port2]);
  // Chromium hurries only a worker that runs when the other one asks: this event keeps it running.
  await Promise.race([answered, sleep(ANSWER_MS)]);
  port1.close();
};

export const registerUpdate = (): void => {
  // The very first worker takes the open page, so that the next start already works offline.
  clientsClaim();
  worker.addEventListener('fetch', () => {
    fetchedAt = performance.now();
  });
  worker.addEventListener('message', (event: ExtendableMessageEvent) => {
    const type = typeOf(event.data);
    if (type === HAND_OVER) event.waitUntil(handOver());
    if (type !== SKIP_WAITING) return;
    event.waitUntil(worker.skipWaiting());
    event.ports[0]?.postMessage(null);
  });
};
