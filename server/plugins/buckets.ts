import { Redis } from 'ioredis';
import { ProtocolError } from '../../protocol/index.ts';

/** A burst of `burst`, and then one more every `refillMs`. */
export type Bucket = { burst: number; refillMs: number };

/**
 * What a bucket counts for. Each kind is stored apart: addresses are many and cost an attacker nothing, and must not push
 * the buckets of accounts out.
 */
export type BucketKind = 'account' | 'address' | 'login' | 'email';

type TakeOptions = {
  /** Closed while the shared buckets cannot be reached; otherwise each node then counts for itself. */
  isStrict?: boolean;
  /** Answers what a take would, and takes nothing. */
  isPeek?: boolean;
  /** How much is taken; at most the burst, or it never fits. One unless told otherwise. */
  cost?: number;
};

/**
 * Takes `cost`, or one, from a key's bucket: 0 when it may go on, else how long to wait in ms. A refused try costs nothing.
 * @throws ProtocolError `unavailable` when it is strict and the shared buckets cannot be reached
 */
export type TakeFromBucket = (
  kind: BucketKind,
  key: string,
  bucket: Bucket,
  options?: TakeOptions,
) => Promise<number>;

/** More keys of one kind than these at once are an attack. */
const KEYS_MAX = 100_000;
/** What is kept then. Making room in steps of a tenth keeps the cost of a take constant on average. */
const KEYS_KEPT = 0.9 * KEYS_MAX;

/** Forgets the buckets that are full again, which loses nothing, and then the longest unused. */
const makeRoom = (fullAt: Map<string, number>, now: number): void => {
  for (const [key, at] of fullAt) if (at <= now) fullAt.delete(key);
  for (const key of fullAt.keys()) {
    if (fullAt.size <= KEYS_KEPT) return;
    fullAt.delete(key);
  }
};

/**
 * Buckets of this process. One number per key (GCRA): the time at which its bucket is full again.
 * Fixed windows, which the usual plugins offer, let twice the burst through at their edge and then nothing for minutes.
 */
export const createMemoryBuckets = (now: () => number): TakeFromBucket => {
  const stores: Record<BucketKind, Map<string, number>> = {
    account: new Map(),
    address: new Map(),
    login: new Map(),
    email: new Map(),
  };
  return async (kind, key, { burst, refillMs }, { isPeek = false, cost = 1 } = {}) => {
    const fullAt = stores[kind];
    const at = now();
    const emptyMs = burst * refillMs;
    // An empty bucket is full again after `emptyMs`: a later time comes from a clock that was set back since.
    if ((fullAt.get(key) ?? 0) > at + emptyMs) fullAt.set(key, at + emptyMs);
    const next = Math.max(fullAt.get(key) ?? 0, at) + cost * refillMs;
    const waitMs = next - emptyMs - at;
    if (waitMs > 0) return waitMs;
    if (isPeek) return 0;
    fullAt.delete(key);
    fullAt.set(key, next);
    if (fullAt.size > KEYS_MAX) makeRoom(fullAt, at);
    return 0;
  };
};

/** The same arithmetic where every node sees it, by the clock of Redis. Lua prints large numbers short, hence the format. */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local burst, refill, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local empty = burst * refill
local known = tonumber(redis.call('GET', KEYS[1]) or '0')
if known > now + empty then
  known = now + empty
  redis.call('SET', KEYS[1], string.format('%.0f', known), 'PX', empty)
end
local full = math.max(known, now) + cost * refill
local wait = full - empty - now
if wait > 0 then return wait end
if ARGV[4] == '1' then return 0 end
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', full - now)
return 0`;

const COMMAND_TIMEOUT_MS = 500;
const RECONNECT_MAX_MS = 2_000;

/**
 * Buckets shared by all nodes. While Redis does not answer, each node counts for itself, and what is strict is closed:
 * limits never fall away.
 */
export const createRedisBuckets = (
  url: string,
  fallback: TakeFromBucket,
): {
  take: TakeFromBucket;
  /** Resolves when Redis has answered for the first time. */
  ready: Promise<void>;
  close: () => void;
} => {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, RECONNECT_MAX_MS),
  });
  // Each command answers for itself, and the fallback takes over.
  redis.on('error', () => undefined);
  return {
    ready: new Promise((resolve) => redis.once('ready', resolve)),
    take: async (kind, key, bucket, options = {}) => {
      const { isStrict = false, isPeek = false, cost = 1 } = options;
      try {
        const name = `tambay:limit:${kind}:${key}`;
        const { burst, refillMs } = bucket;
        return Number(await redis.eval(TAKE, 1, name, burst, refillMs, cost, isPeek ? 1 : 0));
      } catch (cause) {
        if (isStrict) throw new ProtocolError('unavailable', { cause });
        return fallback(kind, key, bucket, options);
      }
    },
    close: () => redis.disconnect(),
  };
};
