import type { HttpRequest, HttpStack } from 'tus-js-client';
import { DATA_METER_CHANNEL } from '../../protocol/index.ts';

/** The browser's own measurements are of what comes in. */
const tellSent = (bytes: number): void => {
  if (bytes === 0 || !('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(DATA_METER_CHANNEL);
  channel.postMessage(bytes);
  channel.close();
};

/** tus over `fetch`, which pages and the service worker both have; the library's own stack needs XMLHttpRequest. */
export const fetchStack: HttpStack = {
  getName: () => 'fetch',
  createRequest(method, url): HttpRequest {
    const headers = new Headers();
    const abort = new AbortController();
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => headers.set(name, value),
      getHeader: (name) => headers.get(name) ?? undefined,
      // `fetch` tells nothing of a body under way: progress is shown from chunk to chunk.
      setProgressHandler: () => undefined,
      async send(body: Blob | null = null) {
        const response = await fetch(url, { method, headers, body, signal: abort.signal });
        const text = await response.text();
        tellSent(body?.size ?? 0);
        return {
          getStatus: () => response.status,
          getHeader: (name) => response.headers.get(name) ?? undefined,
          getBody: () => text,
          getUnderlyingObject: () => response,
        };
      },
      abort: async () => abort.abort(),
      getUnderlyingObject: () => abort,
    };
  },
};
