import { expect, it } from 'vitest';
import { chatScope, newId, type ScopeEntry, userScope } from '../../protocol/index.ts';
import { createDeliveryTimes } from './delivery-times.ts';

const entry = (scope: ScopeEntry['scope'], seq: number): ScopeEntry => ({
  ...{ scope, seq, prevSeq: seq - 1, epoch: newId(), changes: [] },
});

it('tells the time from the last change of a chat to whoever has stored it', () => {
  let at = 1_000;
  const times = createDeliveryTimes(() => at);
  const [chat, own] = [chatScope(newId()), userScope(newId())];
  times.committed([entry(chat, 1), entry(own, 1)]);
  at = 1_500;
  times.committed([entry(chat, 2)]);
  at = 1_750;
  const cursor = (seq: number) => ({ epoch: newId(), seq });
  expect([1, 2, 3].map((seq) => times.secondsTo(chat, cursor(seq)))).toEqual([null, 0.25, null]);
  expect(times.secondsTo(own, cursor(1))).toBeNull();
});

it('forgets the longest unchanged of too many chats', () => {
  const times = createDeliveryTimes(() => 0);
  const scopes = Array.from({ length: 10_001 }, () => chatScope(newId()));
  for (const scope of scopes) times.committed([entry(scope, 1)]);
  const cursor = { epoch: newId(), seq: 1 };
  expect(times.secondsTo(scopes[0] ?? '', cursor)).toBeNull();
  expect(times.secondsTo(scopes[1] ?? '', cursor)).toBe(0);
});
