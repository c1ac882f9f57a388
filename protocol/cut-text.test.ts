import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutText, firstCharacter } from './cut-text.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const characters = fc.constantFrom('a', ' ', 'ñ', 'n\u0303', FAMILY, '🇵🇭', '👍🏽', 'ก็', '한', '\r\n', 'z');

it('cuts between characters, never inside one, and keeps as many as fit', () => {
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 40 }), fc.integer({ min: 0, max: 60 }), (parts, max) => {
      const text = parts.join('');
      const whole = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)];
      const cut = cutText(text, max);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(max);
      const [first] = whole;
      if (first !== undefined && first.segment.length > max) return;
      const ends = [0, ...whole.map(({ index, segment }) => index + segment.length)];
      expect(cut.length).toBe(Math.max(...ends.filter((end) => end <= max)));
    }),
    { seed: 1, numRuns: 500 },
  );
});

it('cuts a single character that is too long between code points', () => {
  expect(cutText(FAMILY, 3)).toBe('👨‍');
  expect(cutText(FAMILY, 1)).toBe('');
});

it('finds the first character', () => {
  expect([`${FAMILY}x`, '🇵🇭🇵🇭', 'Ana', 'n\u0303o', 'x', ''].map(firstCharacter)).toEqual([
    FAMILY,
    '🇵🇭',
    'A',
    'n\u0303',
    'x',
    '',
  ]);
});
