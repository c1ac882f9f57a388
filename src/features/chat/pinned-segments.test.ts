import { expect, it } from 'vitest';
import { segmentsOf } from './pinned-segments.ts';

const drawn = (count: number, index: number): string =>
  segmentsOf(count, index)
    .map(({ key, isShown }) => (isShown ? `[${key}]` : key))
    .join(' ');

it('draws one part for each pinned message', () => {
  expect(drawn(1, 0)).toBe('[0]');
  expect([0, 1, 2].map((index) => drawn(3, index))).toEqual(['[0] 1 2', '0 [1] 2', '0 1 [2]']);
});

it('draws four parts of more, with the shown one among them', () => {
  expect([0, 1, 2, 5, 8, 9].map((index) => drawn(10, index))).toEqual([
    '[0] 1 2 3',
    '0 [1] 2 3',
    '1 [2] 3 4',
    '4 [5] 6 7',
    '6 7 [8] 9',
    '6 7 8 [9]',
  ]);
});
