import { expect, it } from 'vitest';
import { capCount } from './cap-count.ts';

it.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('shows %i as %s', (count, text) => {
  expect(capCount(count)).toBe(text);
});
