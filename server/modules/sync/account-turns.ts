import { ProtocolError } from '../../../protocol/index.ts';

type Line = { running: number; waiting: (() => void)[] };
export type TakeTurn = <T>(userId: string, work: () => Promise<T>) => Promise<T>;

/** Ten devices with a tab each come back at once; a pull of theirs takes milliseconds. */
const RUNNING_MAX = 4;
const WAITING_MAX = 16;
const AGAIN_AFTER_MS = 1_000;

/**
 * Lets at most so many snapshots of one account be read at once in this process: each holds a connection to the database,
 * and rows in memory. The others wait in line, briefly.
 * @throws ProtocolError `rate_limited` when the line is full
 */
export const createAccountTurns = (): TakeTurn => {
  const lines = new Map<string, Line>();
  return async (userId, work) => {
    const line = lines.get(userId) ?? { running: 0, waiting: [] };
    lines.set(userId, line);
    if (line.running < RUNNING_MAX) line.running += 1;
    else if (line.waiting.length >= WAITING_MAX)
      throw new ProtocolError('rate_limited', { retryAfterMs: AGAIN_AFTER_MS });
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place is handed on, not given back: a new one does not slip in between.
      const next = line.waiting.shift();
      if (next) next();
      else if (line.running > 1) line.running -= 1;
      else lines.delete(userId);
    }
  };
};
