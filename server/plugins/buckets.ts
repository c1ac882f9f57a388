import { Redis } from 'ioredis';
import { ProtocolError } from '../../protocol/index.ts';

/** A burst of `burst`, and then one more every `refillMs`. */
export type Bucket = { burst: number; refillMs: number };

/**
 * Takes one from a key's bucket: 0 when it may go on, else how long to wait in ms. A refused try costs nothing.
 * @throws ProtocolError `unavailable` when it is strict and the shared buckets cannot be reached
 */
export type TakeFromBucket = (
  key: string,
  bucket: Bucket,
  options?: { isStrict?: boolean },
) => Promise<number>;

/** More keys than these at once are an attack; the longest unused are forgotten first. */
const KEYS_MAX = 100_000;

/**
 * Buckets of this process. One number per key (GCRA): the time at which its bucket is full again.
 * Fixed windows, which the usual plugins offer, let twice the burst through at their edge and then nothing for minutes.
 */
export const createMemoryBuckets = (now: () => number): TakeFromBucket => {
  const fullAt = new Map<string, number>();
  return async (key, { burst, refillMs }) => {
    const at = now();
    const next = Math.max(fullAt.get(key) ?? 0, at) + refillMs;
    const waitMs = next - burst * refillMs - at;
    if (waitMs > 0) return waitMs;
    fullAt.delete(key);
    fullAt.set(key, next);
    const [oldest] = fullAt.keys();
    if (fullAt.size > KEYS_MAX && oldest !== undefined) fullAt.delete(oldest);
    return 0;
  };
};

/** The same arithmetic where every node sees it, by the clock of Redis. Lua prints large numbers short, hence the format. */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local burst, refill = tonumber(ARGV[1]), tonumber(ARGV[2])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + refill
local wait = full - burst * refill - now
if wait > 0 then return wait end
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
    take: async (key, bucket, { isStrict = false } = {}) => {
      try {
        return Number(await redis.eval(TAKE, 1, `tambay:limit:${key}`, bucket.burst, bucket.refillMs));
      } catch (cause) {
        if (isStrict) throw new ProtocolError('unavailable', { cause });
        return fallback(key, bucket);
      }
    },
    close: () => redis.disconnect(),
  };
};
