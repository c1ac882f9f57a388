import { describe, expect, it } from 'vitest';
import { type Cursor, chatScope, newId, type ScopeId, userScope } from '../../protocol/index.ts';
import type { OutboxState } from '../storage/rows.ts';
import { connectEntry, connectPull } from './connect.ts';
import { messageDeliveryState } from './delivery-state.ts';
import { isContained, toLocalVector } from './settle.ts';

const epoch = newId();
const other = newId();
const scope = chatScope(newId());
const at = (seq: number): Cursor => ({ epoch, seq });
const entry = (prevSeq: number, seq: number, lineage = epoch) => ({
  scope,
  epoch: lineage,
  prevSeq,
  seq,
  changes: [],
});

describe('an event', () => {
  it('[SO1] connects exactly where the cursor stands', () => {
    expect(connectEntry(at(4), entry(4, 5))).toBe('apply');
    expect(connectEntry(at(5), entry(4, 5))).toBe('old');
    expect(connectEntry(at(9), entry(4, 5))).toBe('old');
    expect(connectEntry(at(3), entry(4, 5))).toBe('hole');
    expect(connectEntry(undefined, entry(0, 1))).toBe('hole');
    expect(connectEntry(at(4), entry(4, 5, other))).toBe('hole');
  });
});

describe("a pull's answer", () => {
  const tail = (from: number, to: number) => ({ kind: 'tail' as const, scope, epoch, from, to, changes: [] });
  const reset = (to: number, lineage = epoch) => ({
    kind: 'reset' as const,
    scope,
    epoch: lineage,
    to,
    changes: [],
  });

  it('[PL2] connects at or before the cursor, as long as it brings something', () => {
    expect(connectPull(at(4), tail(4, 9))).toBe('apply');
    expect(connectPull(at(6), tail(4, 9))).toBe('apply');
    expect(connectPull(at(9), tail(4, 9))).toBe('old');
    expect(connectPull(at(3), tail(4, 9))).toBe('hole');
    expect(connectPull(undefined, tail(4, 9))).toBe('hole');
  });

  it('[PL2] resets unless another tab is further in the same lineage', () => {
    expect(connectPull(undefined, reset(9))).toBe('apply');
    expect(connectPull(at(3), reset(9))).toBe('apply');
    expect(connectPull(at(9), reset(9))).toBe('old');
    expect(connectPull(at(50), reset(9, other))).toBe('apply');
  });
});

describe('a vector', () => {
  const mine = userScope(newId());
  const cursors = new Map<ScopeId, Cursor>([
    [scope, at(5)],
    [mine, at(2)],
  ]);

  it('[AP2] is contained when every scope it names has come so far, in its lineage', () => {
    expect(isContained({ [scope]: at(5), [mine]: at(2) }, cursors)).toBe(true);
    expect(isContained({ [scope]: at(5), [mine]: at(3) }, cursors)).toBe(false);
    expect(isContained({ [scope]: { epoch: other, seq: 1 } }, cursors)).toBe(false);
    expect(isContained({}, cursors)).toBe(true);
    expect(isContained({ [chatScope(newId())]: at(1) }, cursors)).toBe(false);
  });

  it('[AP2] is known only when the answer brings the entry of every scope', () => {
    expect(toLocalVector({ [scope]: 5 }, [entry(4, 5)])).toEqual({ [scope]: at(5) });
    expect(toLocalVector({ [scope]: 5, [mine]: 2 }, [entry(4, 5)])).toBeNull();
    expect(toLocalVector({ [scope]: 5 }, [entry(5, 6)])).toBeNull();
    expect(toLocalVector({}, [])).toBeNull();
  });
});

describe('a bubble', () => {
  const member = (deliveredSeq: number, seenSeq: number) => ({ deliveredSeq, seenSeq });

  it('[EF5] follows the outbox while it is on its way', () => {
    const pending = { seq: null, deletedAt: null };
    const said = (state: OutboxState, attempts = 1) =>
      messageDeliveryState(pending, { state, attempts }, [member(9, 9)]);
    expect(said('queued', 0)).toBe('queued');
    expect(said('sending')).toBe('sending');
    expect(said('acked')).toBe('sent');
    expect(said('rejected')).toBe('failed');
    expect(said('parked')).toBe('failed');
    expect(said('blocked', 0)).toBe('failed');
    expect(messageDeliveryState(pending, undefined, [member(9, 9)])).toBe('queued');
  });

  it('[EF7] never goes back to waiting after an attempt', () => {
    const said = (state: OutboxState, attempts: number) =>
      messageDeliveryState({ seq: null, deletedAt: null }, { state, attempts }, []);
    const life = [
      said('queued', 0),
      said('sending', 1),
      said('queued', 1),
      said('sending', 2),
      said('acked', 2),
    ];
    expect(life).toEqual(['queued', 'sending', 'sending', 'sending', 'sent']);
  });

  it('[EF5] says delivered or seen when that is true of everybody', () => {
    const state = (...others: ReturnType<typeof member>[]) =>
      messageDeliveryState({ seq: 5, deletedAt: null }, undefined, others);
    expect(state(member(5, 5), member(9, 9))).toBe('seen');
    expect(state(member(5, 5), member(5, 4))).toBe('delivered');
    expect(state(member(0, 5), member(5, 0))).toBe('delivered');
    expect(state(member(5, 5), member(4, 4))).toBe('sent');
    expect(state()).toBe('sent');
  });

  it('[EF5] says nothing of a deleted message', () => {
    const deleted = { seq: 5, deletedAt: '2026-05-01T08:00:00.000Z' };
    expect(messageDeliveryState(deleted, undefined, [member(5, 5)])).toBeNull();
    expect(messageDeliveryState({ ...deleted, seq: null }, { state: 'queued', attempts: 0 }, [])).toBeNull();
  });
});
