import { browserLockName, socketLock } from '../../../sync/index.ts';

export type SocketHolder = 'thisTab' | 'otherTab' | 'none';

/** Who of this member's tabs holds the socket: another one only if the lock is known to be held. */
export const readSocketHolder = async (userId: string, isLeader: boolean): Promise<SocketHolder> => {
  if (isLeader) return 'thisTab';
  // Browsers offer no locks on plain http.
  const { held = [] } = (await globalThis.navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === browserLockName(socketLock(userId))) ? 'otherTab' : 'none';
};
