/** Does something that one tab at a time may do, once no other one is doing it or the one that was has ended. */
export const withLock = <R>(name: string, action: () => Promise<R>): Promise<R> => {
  const { locks }: { locks?: LockManager } = navigator;
  return locks === undefined ? action() : locks.request(name, () => action());
};
