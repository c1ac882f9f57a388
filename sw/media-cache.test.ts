import { expect, it } from 'vitest';
import { overBudget, touch } from './media-cache.ts';

it('what was looked at last goes last', () => {
  const uses = touch(touch(touch(touch([], 'a', 10), 'b', 20), 'c', 30), 'a', 0);
  expect(uses.map(({ url }) => url)).toEqual(['b', 'c', 'a']);
  expect(overBudget(uses, 60)).toEqual([]);
  expect(overBudget(uses, 45)).toEqual(['b']);
  expect(overBudget(uses, 15)).toEqual(['b', 'c']);
  expect(overBudget(uses, 0)).toEqual(['b', 'c', 'a']);
});
