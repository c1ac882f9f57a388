import { expect, it } from 'vitest';
import { matchesSearch } from './search.ts';

it.each([
  ['', true],
  ['  ', true],
  ['ma', true],
  ['MARIA', true],
  ['nun', true],
  ['santos mar', true],
  ['aria', false],
  ['santos x', false],
])('looks for "%s" in "María Nuñez Santos": %s', (search, isFound) => {
  expect(matchesSearch('María Nuñez Santos', search)).toBe(isFound);
});
