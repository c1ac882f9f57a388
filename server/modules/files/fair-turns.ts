import { ProtocolError } from '../../../protocol/index.ts';

/** An account that asks for more than may wait is asked to come again when about this much has been done. */
const RETRY_MS = 5_000;

export type FairTurns = {
  /**
   * Does the work when it is this account's turn.
   * @throws ProtocolError `rate_limited` when as much of the account waits as may
   */
  take<T>(account: string, work: () => Promise<T>): Promise<T>;
  /** @throws ProtocolError `rate_limited` when `take` would; for asking before the bytes of a request are read */
  assertRoom(account: string): void;
};

/**
 * Lets so much run at once, one of each account, and takes from the accounts that wait in rotation: however much one asks
 * for, another waits for at most one piece of work of each account that came before.
 */
export const createFairTurns = ({
  atOnce,
  waitingMax = 2,
}: {
  atOnce: number;
  /** How much of one account may wait. */
  waitingMax?: number;
}): FairTurns => {
  const running = new Set<string>();
  /** By account, in the order in which their turns come. */
  const waiting = new Map<string, (() => void)[]>();

  const assertRoom = (account: string): void => {
    if ((waiting.get(account)?.length ?? 0) >= waitingMax)
      throw new ProtocolError('rate_limited', { retryAfterMs: RETRY_MS });
  };

  const startNext = (): void => {
    for (const [account, [first, ...rest]] of waiting) {
      if (running.size >= atOnce) return;
      if (running.has(account) || first === undefined) continue;
      if (rest.length > 0) waiting.set(account, rest);
      else waiting.delete(account);
      running.add(account);
      first();
    }
  };

  return {
    assertRoom,
    async take(account, work) {
      assertRoom(account);
      await new Promise<void>((resolve) => {
        waiting.set(account, [...(waiting.get(account) ?? []), resolve]);
        startNext();
      });
      try {
        return await work();
      } finally {
        running.delete(account);
        const more = waiting.get(account);
        // To the end of the rotation: those who came while this ran go first.
        waiting.delete(account);
        if (more) waiting.set(account, more);
        startNext();
      }
    },
  };
};
