import type { onSendAsyncHookHandler } from 'fastify';

/**
 * For the answers that end a session at its member's wish: pictures and files that were looked at lie in the browser's own
 * cache, where the next person at a shared device could find them (https://www.w3.org/TR/clear-site-data/). The app itself
 * lies in Cache Storage, which stays.
 */
export const CLEAR_CACHE = { 'clear-site-data': '"cache"' };

/** For routes that are asked once more when the session has ended already: their refusals say it, too. */
export const clearCache: onSendAsyncHookHandler = async (_, reply) => {
  void reply.headers(CLEAR_CACHE);
};
