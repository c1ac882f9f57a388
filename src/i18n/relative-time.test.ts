import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextChangeMs, relativeTime } from './relative-time.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ago = (elapsed: number) => relativeTime(1_000_000_000_000 - elapsed, 1_000_000_000_000);

describe('relativeTime', () => {
  it.each([
    [0, { key: 'time.aSecondAgo' }],
    [1_999, { key: 'time.aSecondAgo' }],
    [2 * SECOND, { key: 'time.aFewSecondsAgo' }],
    [44_999, { key: 'time.aFewSecondsAgo' }],
    [45 * SECOND, { key: 'time.secondsAgo', count: 45 }],
    [59_999, { key: 'time.secondsAgo', count: 59 }],
    [MINUTE, { key: 'time.minutesAgo', count: 1 }],
    [HOUR - 1, { key: 'time.minutesAgo', count: 59 }],
    [HOUR, { key: 'time.hoursAgo', count: 1 }],
    [DAY - 1, { key: 'time.hoursAgo', count: 23 }],
    [DAY, { key: 'time.daysAgo', count: 1 }],
    [7 * DAY - 1, { key: 'time.daysAgo', count: 6 }],
    [7 * DAY, { key: 'date' }],
  ])('%i ms ago', (elapsed, words) => {
    expect(ago(elapsed)).toEqual(words);
  });

  it('takes a time ahead of this clock for now', () => {
    expect(ago(-HOUR)).toEqual({ key: 'time.aSecondAgo' });
  });
});

describe('nextChangeMs', () => {
  it('names the first moment at which the words are others', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7 * DAY - 1 }), (elapsed) => {
        const wait = nextChangeMs(0, elapsed) ?? Number.NaN;
        expect(wait).toBeGreaterThan(0);
        expect(ago(elapsed + wait - 1)).toEqual(ago(elapsed));
        expect(ago(elapsed + wait)).not.toEqual(ago(elapsed));
      }),
    );
  });

  it('never comes for a date', () => {
    expect(nextChangeMs(0, 7 * DAY)).toBeUndefined();
  });
});
