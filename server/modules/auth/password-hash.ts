import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createTurns } from '../../plugins/turns.ts';

/** OWASP's second choice: about 6 ms here. The library's default algorithm is argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const QUEUED = 32;
const RETRY_AFTER_MS = 2_000;

/**
 * Hashes and compares passwords (argon2id, RFC 9106), at most one per core at a time: a flood of sign-ins may fill the
 * queue, and then fails with `unavailable`, but it cannot take the processor from everyone else.
 */
export const createPasswordHasher = (concurrency = availableParallelism()) => {
  let compared = 0;
  const inTurn = createTurns({ atOnce: concurrency, queued: QUEUED, retryAfterMs: RETRY_AFTER_MS });
  // Compared against when there is no such account, so that both answers cost the same.
  const dummy = hash('no account has this password', PARAMETERS);

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
