import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { avatarColour, initials } from './avatar-fallback.ts';

describe('initials', () => {
  it.each([
    ['Ana Reyes', 'AR'],
    ['  ben  dela   cruz ', 'BC'],
    ['Jun-jun', 'J'],
    ['Ñino', 'Ñ'],
    ['👩🏽‍🚀 Luna', '👩🏽‍🚀L'],
    ['', ''],
    // Of two code points each: a letter with a mark, a flag, a Hangul syllable of parts.
    ['N\u0303ino', 'N\u0303'],
    ['🇵🇭 Pinas', '🇵🇭P'],
    ['\u1112\u1161\u11abgeul', '\u1112\u1161\u11ab'],
  ])('of "%s" are "%s"', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });
});

it('takes what a segmenter takes for the first letter of any word', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const [word] = text.trim().split(/\s+/);
      fc.pre(word !== undefined && word !== '');
      const [first] = segmenter.segment(word ?? '');
      expect(initials(word ?? '')).toBe(first?.segment.toLocaleUpperCase());
    }),
  );
});

describe('avatarColour', () => {
  it('is one of eight for any id', () => {
    fc.assert(fc.property(fc.string(), (id) => [0, 1, 2, 3, 4, 5, 6, 7].includes(avatarColour(id))));
  });

  it('spreads ids that differ only at their end', () => {
    const colours = Array.from({ length: 64 }, (_, n) =>
      avatarColour(`0197a3c2-0001-7000-8000-0000000000${n}`),
    );
    expect(new Set(colours).size).toBe(8);
  });
});
