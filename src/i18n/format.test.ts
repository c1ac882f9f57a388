import { afterEach, describe, expect, it, vi } from 'vitest';
import { calendarDaysBetween, dayLabel, forgetDateFormats, formatDate, formatListTime } from './format.ts';

const now = new Date(2026, 10, 20, 19, 5);
// ICU puts a narrow no-break space before AM and PM.
const plain = (text: string) => text.replaceAll('\u202f', ' ');

describe('formatListTime', () => {
  it.each([
    [new Date(2026, 10, 20, 6, 5), '6:05 AM'],
    [new Date(2026, 10, 19, 23, 59), 'Thu'],
    [new Date(2026, 10, 14, 12, 0), 'Sat'],
    [new Date(2026, 10, 13, 12, 0), 'Nov 13'],
    [new Date(2025, 11, 31, 12, 0), 'Dec 31, 2025'],
    [new Date(2026, 10, 21, 6, 0), '6:00 AM'],
  ])('%s', (then, text) => {
    expect(plain(formatListTime('en-US', then, now))).toBe(text);
  });

  it('speaks Filipino', () => {
    expect(formatListTime('fil', new Date(2026, 10, 19, 12, 0), now)).toBe('Huw');
  });
});

describe('dayLabel', () => {
  it('names the two days everyone counts by', () => {
    expect(dayLabel('en-US', new Date(2026, 10, 20, 0, 1), now)).toEqual({ key: 'chat.today' });
    expect(dayLabel('en-US', new Date(2026, 10, 19, 23, 59), now)).toEqual({ key: 'chat.yesterday' });
  });

  it('writes the others out, with the year only when it is another', () => {
    expect(dayLabel('en-US', new Date(2026, 10, 18), now)).toEqual({ text: 'Wednesday, November 18' });
    expect(dayLabel('en-US', new Date(2025, 10, 18), now)).toEqual({ text: 'November 18, 2025' });
  });
});

it('calendarDaysBetween counts nights, not hours', () => {
  expect(calendarDaysBetween(new Date(2026, 10, 19, 23, 59), new Date(2026, 10, 20, 0, 1))).toBe(1);
});

describe('in another time zone', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    forgetDateFormats();
  });

  it('clocks are those of where one is, once the formatters of the zone before are forgotten', () => {
    const at = new Date('2026-03-01T00:30:00.000Z');
    const clockIn = (zone: string): string => {
      vi.stubEnv('TZ', zone);
      forgetDateFormats();
      return plain(formatDate('en-US', 'clock', at));
    };
    expect([clockIn('Asia/Manila'), clockIn('Asia/Dubai')]).toEqual(['8:30 AM', '4:30 AM']);
  });
});
