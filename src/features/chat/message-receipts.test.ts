import { expect, it } from 'vitest';
import { receiptsOf } from './message-receipts.ts';

const member = (userId: string, over: Partial<Parameters<typeof receiptsOf>[1][number]> = {}) => ({
  ...{ userId, joinedSeq: 0, deliveredSeq: 0, seenSeq: 0, seenAt: null, seenFrom: null },
  ...over,
});

it('tells whom a message has reached and who has seen it, the last one first', () => {
  const others = [
    member('early', { deliveredSeq: 9, seenSeq: 6, seenAt: '2026-03-01T09:00:00.000Z', seenFrom: 4 }),
    member('late', { deliveredSeq: 9, seenSeq: 5, seenAt: '2026-03-01T10:00:00.000Z', seenFrom: 0 }),
    member('has', { deliveredSeq: 5, seenSeq: 4, seenAt: '2026-03-01T08:00:00.000Z', seenFrom: 1 }),
    member('away', { deliveredSeq: 4 }),
  ];
  expect(receiptsOf({ seq: 5 }, others)).toEqual({
    seen: [
      { userId: 'late', at: '2026-03-01T10:00:00.000Z' },
      { userId: 'early', at: '2026-03-01T09:00:00.000Z' },
    ],
    delivered: [{ userId: 'has', at: null }],
    waiting: [{ userId: 'away', at: null }],
  });
});

it('gives no time for what was seen before the mark moved last, nor where the server told none', () => {
  const mark = member('ben', { seenSeq: 9, seenAt: '2026-03-01T10:00:00.000Z', seenFrom: 5 });
  expect(receiptsOf({ seq: 5 }, [mark]).seen).toEqual([{ userId: 'ben', at: null }]);
  expect(receiptsOf({ seq: 6 }, [mark]).seen).toEqual([{ userId: 'ben', at: mark.seenAt }]);
  const old = { userId: 'ben', joinedSeq: 0, deliveredSeq: 9, seenSeq: 9 };
  expect(receiptsOf({ seq: 5 }, [old]).seen).toEqual([{ userId: 'ben', at: null }]);
});

it('leaves out whoever joined after it, and says nothing of what waits to be sent', () => {
  const joined = member('new', { joinedSeq: 5, deliveredSeq: 7, seenSeq: 7 });
  expect(receiptsOf({ seq: 5 }, [joined])).toEqual({ seen: [], delivered: [], waiting: [] });
  expect(receiptsOf({ seq: 6 }, [joined]).seen).toHaveLength(1);
  expect(receiptsOf({ seq: null }, [member('ben')])).toEqual({ seen: [], delivered: [], waiting: [] });
});
