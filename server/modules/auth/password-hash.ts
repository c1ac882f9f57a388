import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { ProtocolError } from '../../../protocol/index.ts';

/** OWASP's second choice: about 6 ms here. The library's default algorithm is argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const WAITING_MAX = 32;

/**
 * Hashes and compares passwords (argon2id, RFC 9106), at most one per core at a time: a flood of sign-ins may fill the
 * queue, and then hears `unavailable`, but it cannot take the processor from everyone else.
 */
export const createPasswordHasher = (concurrency = availableParallelism()) => {
  let running = 0;
  let compared = 0;
  const waiting: (() => void)[] = [];
  // Compared against when there is no such account, so that both answers cost the same.
  const dummy = hash('no account has this password', PARAMETERS);

  const inTurn = async <R>(work: () => Promise<R>): Promise<R> => {
    if (running >= concurrency) {
      if (waiting.length >= WAITING_MAX) throw new ProtocolError('unavailable', { retryAfterMs: 2_000 });
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

  return {
    hash: (password: string): Promise<string> => inTurn(() => hash(password, PARAMETERS)),
    /** Pass null when there is no such account: the answer is false and takes as long. */
    matches: (passwordHash: string | null, password: string): Promise<boolean> =>
      inTurn(async () => {
        compared += 1;
        const isMatch = await verify(passwordHash ?? (await dummy), password);
        return isMatch && passwordHash !== null;
      }),
    /** How many comparisons have run, dummies included: what the enumeration test reads. */
    comparedCount: (): number => compared,
  };
};

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;
