import { LIMITS } from '../../protocol/index.ts';
import type { OutboxRow, RowKey } from '../storage/rows.ts';

/** How long a lease holds when it is unknown whether its owner is alive. Wall time is a hint; the idempotency key decides. */
export const LEASE_MS = 30_000;
const LANES_AT_ONCE = 4;
/** Below this a second request costs more than it saves. */
const SMALL_BATCH = 25;

export type Batch = { row: OutboxRow; prev: string | null }[];

export type BatchChoice = {
  batches: Batch[];
  /** When the next row may go that had to wait; null when none waits. */
  wakeAt: number | null;
};

export type BatchOptions = {
  now: number;
  /** True under the push lock: earlier lease holders have finished or died. */
  ownsLock: boolean;
  /** Smaller after a refusal or a time-out, so that one bad mutation or a bad link stops no other mutation. */
  batchMax: number;
  /** Waits for its files; the upload that completes them requests another push. */
  isHeld?: (row: OutboxRow) => boolean;
};

/** A clock that jumped back must not keep a row waiting for days. */
const isWaiting = (until: number, now: number, longestMs: number): boolean =>
  until > now && until - now <= longestMs;

/**
 * Chooses what goes now: lanes in local order, each wholly in one request, at most four requests at once. A mutation also
 * waits for an earlier one of another lane that touches one of its rows and has no verdict yet: a first message would
 * reach the server before the friendship that allows it, and be refused for good.
 */
export const chooseBatches = (outbox: readonly OutboxRow[], options: BatchOptions): BatchChoice => {
  const { now, ownsLock } = options;
  const batchMax = Math.min(options.batchMax, LIMITS.pushBatchMax);
  const lanes = new Map<string, OutboxRow[]>();
  const held = new Set<string>();
  const laneByRow = new Map<RowKey, string>();
  let wakeAt: number | null = null;
  const wait = (lane: string, until: number): void => {
    held.add(lane);
    wakeAt = Math.min(until, wakeAt ?? until);
  };

  for (const row of outbox) {
    if (row.state !== 'queued' && row.state !== 'sending') continue;
    for (const key of row.touches) {
      const earlier = laneByRow.get(key);
      if (earlier === undefined) laneByRow.set(key, row.lane);
      else if (earlier !== row.lane) held.add(row.lane);
    }
    if (options.isHeld?.(row)) held.add(row.lane);
    if (held.has(row.lane)) continue;
    if (row.state === 'sending' && !ownsLock && isWaiting(row.leaseUntil, now, LEASE_MS)) {
      wait(row.lane, row.leaseUntil);
    } else if (isWaiting(row.notBefore, now, row.waitMs)) wait(row.lane, row.notBefore);
    else {
      const lane = lanes.get(row.lane);
      if (lane === undefined) lanes.set(row.lane, [row]);
      else lane.push(row);
    }
  }

  const batches: Batch[] = [];
  for (const rows of lanes.values()) {
    let batch = batches.at(-1);
    const isFull = batch === undefined || batch.length >= Math.min(SMALL_BATCH, batchMax);
    if (isFull && batches.length < LANES_AT_ONCE) {
      batch = [];
      batches.push(batch);
    }
    if (batch === undefined) continue;
    // What does not fit goes in the next round: two requests of one lane at once could overtake each other.
    for (const [index, row] of rows.slice(0, batchMax - batch.length).entries()) {
      batch.push({ row, prev: rows[index - 1]?.id ?? null });
    }
  }
  return { batches: batches.filter((batch) => batch.length > 0), wakeAt };
};
