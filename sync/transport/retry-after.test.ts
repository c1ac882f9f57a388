import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const now = Date.UTC(2026, 0, 1);

describe('Retry-After', () => {
  it('[PU5] is seconds or a date', () => {
    expect(readRetryAfter('7', now)).toBe(7_000);
    expect(readRetryAfter('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30_000);
  });

  it.each([null, '', ' ', '0', '-5', 'soon', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    '[PU5] is never "at once": %j is no wait',
    (header) => {
      expect(readRetryAfter(header, now)).toBeUndefined();
    },
  );

  it.each(['864000000', 'Fri, 01 Jan 2100 00:00:00 GMT'])('[PU5] is never "for ever": %j', (header) => {
    expect(readRetryAfter(header, now)).toBe(3_600_000);
  });
});
