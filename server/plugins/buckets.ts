import { Redis } from 'ioredis';
import { ProtocolError, z } from '../../protocol/index.ts';

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
export type TakeFromBucket = {
  (kind: BucketKind, key: string, bucket: Bucket, options?: TakeOptions): Promise<number>;
  /** Many in one go, where each one alone is a round trip; without it they are taken one by one (`takeInSeries`). */
  series?: TakeSeries;
};

/** What one of many takes, one bucket after the other up to the first that has not enough. */
export type SeriesItem = {
  id: string;
  /** Nothing is taken for it when this one before it was refused, or had nothing taken for the same reason. */
  after: string | null;
  takes: readonly { kind: BucketKind; key: string; bucket: Bucket; cost: number }[];
};
/** 0 when it may go on, else how long to wait in ms; null when nothing was taken because of the one before it. */
export type SeriesWait = number | null;
export type TakeSeries = (items: readonly SeriesItem[]) => Promise<SeriesWait[]>;

/** Takes for many, in order, as if they came one by one. @param onError what a failed take counts as */
export const takeInSeries = async (
  take: TakeFromBucket,
  items: readonly SeriesItem[],
  onError: (error: unknown, id: string) => number = (error) => {
    throw error;
  },
): Promise<SeriesWait[]> => {
  if (take.series) return take.series(items);
  const refused = new Set<string | null>();
  const waits: SeriesWait[] = [];
  for (const { id, after, takes } of items) {
    let wait: SeriesWait = refused.has(after) ? null : 0;
    for (const { kind, key, bucket, cost } of takes)
      if (wait === 0)
        wait = await take(kind, key, bucket, { cost }).catch((error: unknown) => onError(error, id));
    if (wait !== 0) refused.add(id);
    waits.push(wait);
  }
  return waits;
};

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

/**
 * The same arithmetic where every node sees it, by the clock of Redis, for any number of takes in one round trip: all of them
 * see the same moment. Lua prints large numbers short, hence the format.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function take(key, burst, refill, cost)
  local empty = burst * refill
  local known = tonumber(redis.call('GET', key) or '0')
  if known > now + empty then
    known = now + empty
    redis.call('SET', key, string.format('%.0f', known), 'PX', empty)
  end
  local full = math.max(known, now) + cost * refill
  local wait = full - empty - now
  if wait <= 0 and ARGV[2] ~= '1' then
    redis.call('SET', key, string.format('%.0f', full), 'PX', full - now)
  end
  return math.max(wait, 0)
end
local refused, waits = {}, {}
for index, item in ipairs(cjson.decode(ARGV[1])) do
  local wait = 0
  if refused[item.after] then
    wait = -1
  else
    for _, one in ipairs(item.takes) do
      wait = take(KEYS[one[1]], one[2], one[3], one[4])
      if wait > 0 then break end
    end
  end
  if wait ~= 0 then refused[item.id] = true end
  waits[index] = wait
end
return waits`;

/** The keys of a series and the rest of it, as the script reads them. */
const encodeSeries = (items: readonly SeriesItem[]): { keys: string[]; text: string } => {
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return number;
  };
  const text = JSON.stringify(
    items.map(({ id, after, takes }) => ({
      id,
      // The script has no null.
      after: after ?? '',
      takes: takes.map(({ kind, key, bucket: { burst, refillMs }, cost }) => [
        ...[numberOf(`tambay:limit:${kind}:${key}`), burst, refillMs, cost],
      ]),
    })),
  );
  return { keys: [...numbers.keys()], text };
};

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
  const takeTogether = async (items: readonly SeriesItem[], isPeek: boolean): Promise<SeriesWait[]> => {
    const { keys, text } = encodeSeries(items);
    const waits = z
      .array(z.number())
      .parse(await redis.eval(TAKE, keys.length, ...keys, text, isPeek ? 1 : 0));
    return waits.map((wait) => (wait < 0 ? null : wait));
  };
  const take: TakeFromBucket = async (kind, key, bucket, options = {}) => {
    const { isStrict = false, isPeek = false, cost = 1 } = options;
    try {
      const takes = [{ kind, key, bucket, cost }];
      const [wait] = await takeTogether([{ id: key, after: null, takes }], isPeek);
      return wait ?? 0;
    } catch (cause) {
      if (isStrict) throw new ProtocolError('unavailable', { cause });
      return fallback(kind, key, bucket, options);
    }
  };
  take.series = (items) => takeTogether(items, false).catch(() => takeInSeries(fallback, items));
  return {
    ready: new Promise((resolve) => redis.once('ready', resolve)),
    take,
    close: () => redis.disconnect(),
  };
};
