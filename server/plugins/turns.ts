import { ProtocolError } from '../../protocol/index.ts';

type Turns = {
  /** How many pieces of work run at a time. */
  atOnce: number;
  /** How many may wait besides. */
  queued: number;
  /** What a caller beyond that is told to wait. */
  retryAfterMs: number;
};

/**
 * Bounds work that anyone can ask for: what is beyond the queue is refused at once, so that a flood of it takes neither
 * processor nor database from the others.
 * @throws ProtocolError `unavailable` (from what is returned) when the queue is full
 */
export const createTurns = ({ atOnce, queued, retryAfterMs }: Turns) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <R>(work: () => Promise<R>): Promise<R> => {
    if (running >= atOnce) {
      if (waiting.length >= queued) throw new ProtocolError('unavailable', { retryAfterMs });
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
