import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDeeperThan } from './json-bodies.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

it('measures the depth that parsing would find, brackets in strings and all', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 7 }), (value, levels) => {
      expect(isDeeperThan(JSON.stringify(value), levels)).toBe(depthOf(value) > levels);
    }),
  );
});

it.each(['[[[', '{"a":"\\"[[[[[[', ']]]]', '"', '\\'])('bears broken JSON: %s', (text) => {
  expect(isDeeperThan(text, 32)).toBe(false);
});

it('stops at the limit without reading on', () => {
  expect(isDeeperThan('['.repeat(33), 32)).toBe(true);
  expect(isDeeperThan('['.repeat(32) + ']'.repeat(32), 32)).toBe(false);
});
