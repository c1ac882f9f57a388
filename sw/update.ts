import { clientsClaim } from 'workbox-core';
import { worker } from './scope.ts';

/** A new release waits until the member agrees: the page then posts this message (docs/decisions/0012). */
const SKIP_WAITING = 'SKIP_WAITING';

export const registerUpdate = (): void => {
  // The very first worker takes the open page, so that the next start already works offline.
  clientsClaim();
  worker.addEventListener('message', (event: ExtendableMessageEvent) => {
    const message: unknown = event.data;
    if (
      typeof message === 'object' &&
      message !== null &&
      'type' in message &&
      message.type === SKIP_WAITING
    ) {
      event.waitUntil(worker.skipWaiting());
    }
  });
};
