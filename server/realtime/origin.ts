import type { IncomingMessage } from 'node:http';

/**
 * Whether a handshake may go on. Browsers send the page's origin, and only our own pages are accepted; a client that sends none
 * is no browser, and carries no one's session but their own. (socket.io lets any origin in by default.)
 */
export const isAllowedOrigin = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  allowedOrigins: readonly string[],
): boolean => {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (allowedOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
};
