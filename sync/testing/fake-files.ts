import { NEVER } from 'rxjs';
import { type ErrorKind, errorKinds } from '../../protocol/index.ts';
import type { FileSender, Network, PageEnd } from '../platform/ports.ts';

/**
 * A network on which files arrive at once, as often as somebody is online to send them.
 * @param cutAfter how much of a file comes through before each attempt breaks off
 * @param refusal what the server says to a file instead of taking it
 */
export const createFakeFiles = (
  isOnline: () => boolean,
  cutAfter: () => number = () => Number.POSITIVE_INFINITY,
  hasDigest = false,
  refusal: (fileId: string) => ErrorKind | null = () => null,
): FileSender & { readonly arrived: string[] } => {
  const arrived: string[] = [];
  const kept = new Map<string, number>();
  return {
    arrived,
    async send({ fileId, bytes, onKept }) {
      if (!isOnline()) throw new Error('No network');
      const before = kept.get(fileId) ?? 0;
      onKept(before);
      const code = refusal(fileId);
      if (code !== null) {
        const { status, message } = errorKinds[code];
        return {
          status,
          json: { status, code, message, requestId: 'fake' },
          retryAfterMs: undefined,
        };
      }
      const sent = Math.min(bytes.size, before + cutAfter());
      kept.set(fileId, sent);
      if (sent < bytes.size) throw new Error('Cut');
      onKept(sent);
      arrived.push(fileId);
      return { status: 200, json: {}, retryAfterMs: undefined };
    },
    digest: async (bytes) => (hasDigest ? `digest of ${await bytes.text()}` : null),
  };
};

/** A page whose end keeps nothing. */
export const noPageEnd: PageEnd = { take: () => null, keep: () => () => undefined };

export const freeNetwork: Network = { isFree: () => true, changes: NEVER };
