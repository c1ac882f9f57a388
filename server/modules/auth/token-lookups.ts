import { ProtocolError } from '../../../protocol/index.ts';
import type { Database } from '../../db/database.ts';
import type { TakeFromBucket } from '../../plugins/buckets.ts';
import { createTurns } from '../../plugins/turns.ts';
import { hashOfToken } from './sessions.ts';

/** A device sends an ended token once or twice; a caller that goes on is guessing. */
const DEAD_TOKENS = { burst: 60, refillMs: 1_000 };
/**
 * On a database server they have connections of their own; an embedded database has one connection, and a member then waits
 * for two look-ups at most. After a start all tokens are unknown, and everyone comes back at once.
 */
const UNKNOWN = { atOnce: 2, queued: 1_000, retryAfterMs: 1_000 };
/** Only tokens that were found valid are remembered, so that no caller can push them out without sessions of its own. */
const ALIVE_MAX = 100_000;

/** Looks up whom a token stands for, for HTTP and sockets alike. */
export type TokenLookups = {
  /**
   * Each call asks `find`, which may remember for less than a second (`session-cache.ts`). A token that this process has found valid is
   * looked up directly. Any other waits for its turn, and is not looked up while its address has used up its invalid tokens.
   * @param address whom the call counts for
   * @param find asks the database that it is given
   * @throws ProtocolError `session_dead`, `rate_limited`, `unavailable`
   */
  find: <Found>(
    token: string | undefined,
    address: string,
    find: (token: string, db: Database) => Promise<Found | null>,
  ) => Promise<Found>;
  /** Counts a refused caller for its address. @returns what it is told: the reason, or that it asks too often */
  refuse: (address: string, reason: ProtocolError) => Promise<ProtocolError>;
};

/** @param visitorDb where tokens are looked up that this process has not found valid yet */
export const createTokenLookups = (
  take: TakeFromBucket,
  { db, visitorDb }: { db: Database; visitorDb: Database },
): TokenLookups => {
  const inTurn = createTurns(UNKNOWN);
  /** Hashes of tokens, the last used at the end. They choose the way a token is looked up, and never replace the look-up. */
  const alive = new Set<string>();
  const remember = (hash: string): void => {
    alive.delete(hash);
    alive.add(hash);
    const [oldest] = alive;
    if (alive.size > ALIVE_MAX && oldest !== undefined) alive.delete(oldest);
  };
  const keyOf = (address: string): string => `dead:${address}`;

  const refuse: TokenLookups['refuse'] = async (address, reason) => {
    const waitMs = await take('address', keyOf(address), DEAD_TOKENS);
    return waitMs > 0 ? new ProtocolError('rate_limited', { retryAfterMs: waitMs }) : reason;
  };

  return {
    refuse,
    find: async (token, address, find) => {
      if (token === undefined) throw await refuse(address, new ProtocolError('session_dead'));
      const hash = Buffer.from(hashOfToken(token)).toString('base64');
      const lookUpIn = async (database: Database) => {
        const found = await find(token, database);
        if (found !== null) {
          remember(hash);
          return found;
        }
        alive.delete(hash);
        throw await refuse(address, new ProtocolError('session_dead'));
      };
      if (alive.has(hash)) return lookUpIn(db);
      return inTurn(async () => {
        const waitMs = await take('address', keyOf(address), DEAD_TOKENS, { isPeek: true });
        if (waitMs > 0) throw new ProtocolError('rate_limited', { retryAfterMs: waitMs });
        return lookUpIn(visitorDb);
      });
    },
  };
};
