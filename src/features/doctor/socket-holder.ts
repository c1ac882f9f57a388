export type SocketHolder = 'thisTab' | 'otherTab' | 'none';

/** As `sync/engine.ts` names the lock of the socket, and `sync/platform/browser-ports.ts` every lock. */
const lockOf = (userId: string): string => `tambay:socket:${userId}`;

/** Who of this member's tabs holds the socket: another one only if the lock is known to be held. */
export const readSocketHolder = async (userId: string, isLeader: boolean): Promise<SocketHolder> => {
  if (isLeader) return 'thisTab';
  // Browsers offer no locks on plain http.
  const { held = [] } = (await globalThis.navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === lockOf(userId)) ? 'otherTab' : 'none';
};
