import type { FileSender, Network } from '../platform/ports.ts';

/** A network on which files arrive at once, as often as somebody is online to send them. */
export const createFakeFiles = (isOnline: () => boolean): FileSender & { readonly arrived: string[] } => {
  const arrived: string[] = [];
  return {
    arrived,
    async send({ fileId }) {
      if (!isOnline()) throw new Error('No network');
      arrived.push(fileId);
      return { status: 200, json: {}, retryAfterMs: undefined };
    },
    digest: async () => null,
  };
};

export const freeNetwork: Network = { isFree: () => true, subscribe: () => () => undefined };
