import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowKey } from '../rebase/row-keys.ts';
import type { OutboxRow } from '../storage/rows.ts';
import { outboxRow } from '../testing/rows.ts';
import { type BatchOptions, chooseBatches, LEASE_MS } from './batches.ts';

const options: BatchOptions = { now: 1_000_000, ownsLock: true, batchMax: 100 };

const row = (seq: number, lane: string, rest: Partial<OutboxRow> = {}): OutboxRow =>
  outboxRow('markSeen', { chatId: lane, seq: 1 }, { seq, lane, ...rest });

const chosen = (rows: readonly OutboxRow[], changed: Partial<BatchOptions> = {}) =>
  chooseBatches(rows, { ...options, ...changed }).batches.map((batch) => batch.map((one) => one.row.seq));

const lanes = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 400 });

describe('what goes now', () => {
  it('[PU1] keeps the order of each lane, in one request, with the one before it', () => {
    fc.assert(
      fc.property(lanes, fc.integer({ min: 1, max: 100 }), (names, batchMax) => {
        const rows = names.map((lane, index) => row(index + 1, lane));
        const { batches } = chooseBatches(rows, { ...options, batchMax });
        expect(batches.length).toBeLessThanOrEqual(4);
        const placeOf = new Map<string, number>();
        for (const [index, batch] of batches.entries()) {
          expect(batch.length).toBeLessThanOrEqual(batchMax);
          const last = new Map<string, string>();
          for (const { row: one, prev } of batch) {
            expect(placeOf.get(one.lane) ?? index).toBe(index);
            placeOf.set(one.lane, index);
            expect(prev).toBe(last.get(one.lane) ?? null);
            last.set(one.lane, one.id);
          }
        }
        const sent = new Set(batches.flat().map((one) => one.row.seq));
        // Of each lane, what goes is what comes first.
        for (const lane of new Set(names)) {
          const isSent = rows.filter((one) => one.lane === lane).map((one) => sent.has(one.seq));
          expect(isSent.indexOf(false) === -1 || !isSent.slice(isSent.indexOf(false)).includes(true)).toBe(
            true,
          );
        }
        if (names.length > 0) expect(sent.size).toBeGreaterThan(0);
      }),
    );
  });

  it('[PU1] puts few mutations of many lanes into one request', () => {
    expect(chosen([row(1, 'a'), row(2, 'b'), row(3, 'a'), row(4, 'c')])).toEqual([[1, 3, 2, 4]]);
  });

  it('[PU2] lets a lane wait with its first, and no other lane', () => {
    const rows = [row(1, 'a', { notBefore: options.now + 500, waitMs: 500 }), row(2, 'a'), row(3, 'b')];
    expect(chosen(rows)).toEqual([[3]]);
    expect(chooseBatches(rows, options).wakeAt).toBe(options.now + 500);
    expect(chosen(rows, { now: options.now + 500 })).toEqual([[1, 2, 3]]);
  });

  it('[PU7] lets a mutation wait for an earlier one of another lane that touches one of its rows', () => {
    const chat = rowKey('chats', 'c');
    const accept = row(1, 'friend', { touches: [rowKey('friendships', 'f'), chat] });
    const first = row(2, 'chat', { touches: [rowKey('messages', 'm'), chat] });
    const rows = [accept, first, row(3, 'chat'), row(4, 'other')];
    expect(chosen(rows)).toEqual([[1, 4]]);
    expect(chosen([{ ...accept, notBefore: options.now + 500, waitMs: 500 }, ...rows.slice(1)])).toEqual([
      [4],
    ]);
    expect(chosen([{ ...accept, state: 'acked' }, ...rows.slice(1)])).toEqual([[2, 3, 4]]);
  });

  it('[PU2] goes on behind what was rejected or parked: the server or the user has decided', () => {
    expect(
      chosen([row(1, 'a', { state: 'rejected' }), row(2, 'a', { state: 'parked' }), row(3, 'a')]),
    ).toEqual([[3]]);
  });

  it("[PU2] takes over a dead tab's rows under the lock, and respects leases without it", () => {
    const rows = [row(1, 'a', { state: 'sending', leaseOwner: 'other', leaseUntil: options.now + 9_000 })];
    expect(chosen(rows)).toEqual([[1]]);
    expect(chosen(rows, { ownsLock: false })).toEqual([]);
    expect(chosen(rows, { ownsLock: false, now: options.now + 9_000 })).toEqual([[1]]);
  });

  it('[PU2] does not wait for days when the clock jumps back', () => {
    const far = options.now + 86_400_000;
    expect(chosen([row(1, 'a', { notBefore: far, waitMs: 60_000 })])).toEqual([[1]]);
    expect(chosen([row(1, 'a', { notBefore: options.now + 60_000, waitMs: 60_000 })])).toEqual([]);
    const leased = row(1, 'a', { state: 'sending', leaseOwner: 'other', leaseUntil: far });
    expect(chosen([leased], { ownsLock: false })).toEqual([[1]]);
    expect(LEASE_MS).toBeLessThan(86_400_000);
  });
});
