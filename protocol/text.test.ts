import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeText, nameText } from './text.ts';

const name = nameText(100);

describe('a name', () => {
  it.each([
    ['a Hangul filler', '\u3164'],
    ['a halfwidth Hangul filler', '\uffa0'],
    ['the blank of Braille', '\u2800\u2800'],
    ['a soft hyphen', '\u00ad'],
    ['variation selectors', '\ufe0f\ufe0f'],
    ['tags', '\u{e0041}'],
    ['a joiner', '\u200d'],
  ])('of nothing visible is refused: %s', (_what, text) => {
    expect(name.safeParse(text).success).toBe(false);
  });

  it.each([
    'Ana',
    'Ma. Cristina',
    '\uae40',
    '\u0646\u0627\u0646',
    '\u2764\ufe0f',
    '\u{1f1f5}\u{1f1ed}',
    "O'Neill",
  ])('that can be seen is taken: %s', (text) => {
    expect(name.parse(text)).toBe(text);
  });

  it('is the same with and without characters that draw nothing', () => {
    const invisible = fc.constantFrom(
      '\u3164',
      '\u2800',
      '\u115f',
      '\u200b',
      '\u202e',
      '\u00ad',
      '\u034f',
      '\u180e',
    );
    fc.assert(
      fc.property(fc.array(invisible), fc.array(invisible), (before, after) => {
        expect(name.parse(`${before.join('')}Ana${after.join('')}`)).toBe('Ana');
      }),
    );
  });
});

it('a text keeps the marks that scripts stack, and no tower of them', () => {
  const text = freeText(10_000);
  expect(text.parse(`a${'\u0301'.repeat(6)}`)).toHaveLength(6);
  expect(text.parse(`a${'\u0316'.repeat(400)}b`).length).toBeLessThan(20);
  // A second reading changes nothing.
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '\u0301', '\u0316', '\u034f', '\u05b0')), (parts) => {
      const once = text.parse(parts.join(''));
      expect(text.parse(once)).toBe(once);
    }),
    { numRuns: 300, seed: 20_261_127 },
  );
});
