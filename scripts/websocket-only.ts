import type { Plugin } from 'vite';

const NONE = '\0no-transport';

/**
 * Leaves out the transports of engine.io that we have switched off (`sync/platform/io-socket.ts` says why): polling and
 * WebTransport are 2 kB of gzip that never run.
 */
export const webSocketOnly = (): Plugin => ({
  name: 'tambay-websocket-only',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer?.includes('engine.io-client') && /\/(?:polling-xhr(?:\.node)?|webtransport)\.js$/.test(source)
      ? NONE
      : null,
  load: (id) => (id === NONE ? 'export const XHR = undefined;\nexport const WT = undefined;' : null),
});
