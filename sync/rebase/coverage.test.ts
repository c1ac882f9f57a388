import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptsMessage, coverMessage, coverRange, emptyCoverage, nextGapBefore } from './coverage.ts';

const range = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 6 }))
  .map(([from, length]) => ({ from, to: from + length }));

const numbersOf = (ranges: readonly { from: number; to: number }[]): number[] =>
  ranges.flatMap(({ from, to }) => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at));

const covered = (...ranges: { from: number; to: number }[]) =>
  ranges.reduce(coverRange, emptyCoverage('chat'));

describe('coverage', () => {
  it('[AP6] holds exactly the numbers that were added, in ranges that do not touch', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
        const { ranges: joined } = covered(...ranges);
        expect(numbersOf(joined)).toEqual([...new Set(numbersOf(ranges))].sort((a, b) => a - b));
        for (const [index, one] of joined.entries()) {
          const next = joined[index + 1];
          if (next !== undefined) expect(next.from).toBeGreaterThan(one.to + 1);
        }
      }),
    );
  });

  it('[AP6] takes what is inside, beside or after, and nothing that would stand alone in a gap', () => {
    const coverage = covered({ from: 10, to: 12 }, { from: 20, to: 22 });
    const accepted = Array.from({ length: 30 }, (_, at) => at + 1).filter((seq) =>
      acceptsMessage(coverage, { seq, afterSeq: seq - 1 }),
    );
    expect(accepted).toEqual([9, 10, 11, 12, 13, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
    expect(acceptsMessage(coverage, { seq: null, afterSeq: 15 })).toBe(false);
    expect(acceptsMessage(coverage, { seq: null, afterSeq: 22 })).toBe(true);
    expect(acceptsMessage(emptyCoverage('chat'), { seq: 7, afterSeq: 6 })).toBe(true);
  });

  it('[AP6] closes a hole that messages in the wrong order have left', () => {
    const gap = coverMessage(covered({ from: 1, to: 3 }), { seq: 5, afterSeq: 4 });
    expect(gap.ranges).toEqual([
      { from: 1, to: 3 },
      { from: 5, to: 5 },
    ]);
    expect(coverMessage(gap, { seq: 4, afterSeq: 3 }).ranges).toEqual([{ from: 1, to: 5 }]);
  });

  it('[WI1] asks for the newest gap first, and for nothing at the start', () => {
    expect(nextGapBefore(covered({ from: 1, to: 3 }, { from: 8, to: 9 }))).toBe(8);
    expect(nextGapBefore(covered({ from: 1, to: 9 }))).toBeNull();
    expect(nextGapBefore({ ...covered({ from: 5, to: 9 }), startSeq: 5 })).toBeNull();
    expect(nextGapBefore(emptyCoverage('chat'))).toBeNull();
    // A group that somebody joined after message 70 and that is silent since.
    expect(nextGapBefore(covered({ from: 71, to: 70 }))).toBe(71);
  });
});
