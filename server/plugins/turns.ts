import { ProtocolError } from '../../protocol/index.ts';

type Turns = {
  /** How many pieces of work run at a time. */
  atOnce: number;
  /** How many may wait besides. */
  queued: number;
  /** What a caller beyond that is told to wait. */
  retryAfterMs: number;
  /** What such a caller is told: that the server is busy, or that it asks for too much itself. */
  refusal?: 'unavailable' | 'rate_limited';
};

/**
 * Bounds work that many can ask for: what is beyond the queue is refused at once, so that a flood of it takes neither
 * processor nor database from the others.
 * @throws ProtocolError `refusal` (from what is returned) when the queue is full
 */
export const createTurns = ({ atOnce, queued, retryAfterMs, refusal = 'unavailable' }: Turns) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <R>(work: () => Promise<R>): Promise<R> => {
    if (running >= atOnce) {
      if (waiting.length >= queued) throw new ProtocolError(refusal, { retryAfterMs });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

/** The same bound for each key by itself: an account, or the name of a limit. A key without work takes no memory. */
export const createTurnsByKey = (turns: Turns) => {
  const byKey = new Map<string, { inTurn: ReturnType<typeof createTurns>; calls: number }>();
  return async <R>(key: string, work: () => Promise<R>): Promise<R> => {
    const entry = byKey.get(key) ?? { inTurn: createTurns(turns), calls: 0 };
    byKey.set(key, entry);
    entry.calls += 1;
    try {
      return await entry.inTurn(work);
    } finally {
      entry.calls -= 1;
      if (entry.calls === 0) byKey.delete(key);
    }
  };
};
