import { expect, it } from 'vitest';
import { formatFigures, median, percentile, superiority } from './stats.ts';

it('takes percentiles by the nearest rank', () => {
  const values = [5, 1, 4, 2, 3];
  expect([percentile(values, 0), median(values), percentile(values, 0.95), percentile(values, 1)]).toEqual([
    1, 3, 5, 5,
  ]);
  expect(() => median([])).toThrow('Nothing was measured');
});

it('tells how often one list is above another', () => {
  expect(superiority([1, 2, 3], [1, 2, 3])).toBe(0.5);
  expect(superiority([4, 5], [1, 2, 3])).toBe(1);
  expect(superiority([1, 4], [2, 3])).toBe(0.5);
  expect(superiority([1, 2], [2, 3])).toBe(0.125);
});

it('prints each figure beside its limit with their ratio', () => {
  const table = formatFigures([
    {
      what: 'press to bubble, p50',
      value: 25,
      unit: 'ms',
      limit: { what: 'bare page', value: 20 },
      samples: 60,
    },
    { what: 'first screen', value: 123.4, unit: 'kB' },
  ]);
  expect(table.split('\n').map((line) => line.trim().replace(/\s{2,}/g, ' | '))).toEqual([
    'figure | measured | limit | ratio | n | what the limit is',
    '──────────────────── | ──────── | ─────── | ───── | ── | ─────────────────',
    'press to bubble, p50 | 25.0 ms | 20.0 ms | 1.25 | 60 | bare page',
    'first screen | 123 kB',
  ]);
});
