import { expect, it } from 'vitest';
import { createSeenTracker, halfVisibleSeqs, SEEN_AFTER_MS } from './seen-tracker.ts';

const view = { start: 100, end: 300 };

it.each([
  ['wholly in view', { start: 120, end: 180 }, true],
  ['exactly half in view', { start: 80, end: 120 }, true],
  ['less than half in view', { start: 70, end: 119 }, false],
  ['out of view', { start: 300, end: 340 }, false],
  ['taller than the view and filling it', { start: 0, end: 1_000 }, true],
])('counts a row that is %s: %o', (_name, extent, isCounted) => {
  expect(halfVisibleSeqs([{ seq: 7, ...extent }], view)).toEqual(isCounted ? [7] : []);
});

it('marks a message only after it was in view without a break', () => {
  const tracker = createSeenTracker();
  expect(tracker.look([1], 0)).toEqual({ seenSeq: 0, againInMs: SEEN_AFTER_MS });
  expect(tracker.look([1, 2], 400)).toEqual({ seenSeq: 0, againInMs: 200 });
  expect(tracker.look([1, 2], 600)).toEqual({ seenSeq: 1, againInMs: 400 });
  // The page was hidden: the wait of the second begins again.
  expect(tracker.look([], 700)).toEqual({ seenSeq: 0, againInMs: null });
  expect(tracker.look([2], 1_000)).toEqual({ seenSeq: 0, againInMs: SEEN_AFTER_MS });
  expect(tracker.look([2], 1_600)).toEqual({ seenSeq: 2, againInMs: null });
});
