import type { Online } from '../platform/ports.ts';

/**
 * Begun with a request. An answer speaks for the network that the request has left by: if the browser has said offline in
 * between, of one that is gone.
 * @returns whether an answer that comes now proves that there is a network
 */
export const watchNetwork = (online: Online): (() => boolean) => {
  const wasOnline = online.isOnline();
  return () => !wasOnline || online.isOnline();
};
