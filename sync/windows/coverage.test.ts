import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CoverageRange } from '../storage/rows.ts';
import { acceptsRow, coverRange, coverRow, emptyCoverage, meetsGap, nextGapBefore } from './coverage.ts';

const range = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 6 }))
  .map(([from, length]) => ({ from, to: from + length }));

const numbersOf = (ranges: readonly CoverageRange[]): number[] =>
  ranges.flatMap(({ from, to }) =>
    Array.from({ length: Math.max(0, Number(to) - Number(from) + 1) }, (_, at) => Number(from) + at),
  );

const covered = (...ranges: CoverageRange[]) => ranges.reduce(coverRange, emptyCoverage('messages:chat'));

describe('coverage', () => {
  it('[AP6] holds exactly the numbers that were added, in ranges that do not touch', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
        const { ranges: joined } = covered(...ranges);
        expect(numbersOf(joined)).toEqual([...new Set(numbersOf(ranges))].sort((a, b) => a - b));
        for (const [index, one] of joined.entries()) {
          const next = joined[index + 1];
          if (next !== undefined) expect(Number(next.from)).toBeGreaterThan(Number(one.to) + 1);
        }
      }),
    );
  });

  it('[AP6] takes what is inside, beside or after, and nothing that would stand alone in a gap', () => {
    const coverage = covered({ from: 10, to: 12 }, { from: 20, to: 22 });
    const accepted = Array.from({ length: 30 }, (_, at) => at + 1).filter((seq) => acceptsRow(coverage, seq));
    expect(accepted).toEqual([9, 10, 11, 12, 13, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
    expect(acceptsRow(coverage, 15.5)).toBe(false);
    expect(acceptsRow(coverage, 22.5)).toBe(true);
    expect(acceptsRow(emptyCoverage('messages:chat'), 7)).toBe(true);
  });

  it('[AP6] closes a hole that messages in the wrong order have left', () => {
    const gap = coverRow(covered({ from: 1, to: 3 }), 5);
    expect(gap.ranges).toEqual([
      { from: 1, to: 3 },
      { from: 5, to: 5 },
    ]);
    expect(coverRow(gap, 4).ranges).toEqual([{ from: 1, to: 5 }]);
  });

  it('[WI1] asks for the newest gap first, and for nothing at the start', () => {
    expect(nextGapBefore(covered({ from: 1, to: 3 }, { from: 8, to: 9 }))).toBe(8);
    expect(nextGapBefore(covered({ from: 1, to: 9 }))).toBeNull();
    expect(nextGapBefore({ ...covered({ from: 5, to: 9 }), start: 5 })).toBeNull();
    expect(nextGapBefore(emptyCoverage('messages:chat'))).toBeNull();
    // A group that somebody joined after message 70 and that is silent since.
    expect(nextGapBefore(covered({ from: 71, to: 70 }))).toBe(71);
  });

  it('[WI4] joins places without numbers only where they overlap, and takes only what lies inside', () => {
    const feed = covered({ from: 'm', to: 'p' }, { from: 'q', to: 's' });
    expect(feed.ranges).toHaveLength(2);
    expect(coverRange(feed, { from: 'p', to: 'q' }).ranges).toEqual([{ from: 'm', to: 's' }]);
    expect(['a', 'm', 'n', 'pp', 'r', 's', 'z'].filter((place) => acceptsRow(feed, place))).toEqual([
      'm',
      'n',
      'r',
      's',
    ]);
    expect(acceptsRow(emptyCoverage('messages:chat'), 'a')).toBe(false);
    expect(nextGapBefore(feed)).toBe('q');
    expect(nextGapBefore({ ...covered({ from: 'm', to: 'p' }), start: 'm' })).toBeNull();
  });

  it('[WI3] a page has to meet what is held', () => {
    const coverage = covered({ from: 10, to: 12 }, { from: 21, to: 20 });
    expect([9, 10, 11, 12, 13, 20, 21, 22].filter((before) => meetsGap(coverage, before))).toEqual([
      10, 11, 12, 21,
    ]);
  });
});
