import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeText, nameText, shownName } from './text.ts';

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
    ['a musical note without a head', '\u{1d159}'],
    ['blanks of hieroglyphs', '\u{13441}\u{13442}'],
    ['the place of an object', '\ufffc'],
    ['control characters', '\u0001\u0085'],
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
    // Joiners and marks as scripts and emoji write them.
    '\u0d28\u0d4d\u200d',
    '\u0dc1\u0dca\u200d\u0dbb\u0dd3',
    '\u{1f9d1}\u{1f3fd}\u200d\u2764\ufe0f\u200d\u{1f48b}\u200d\u{1f9d1}\u{1f3fb}',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
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
      '\u206a',
      '\u{1d159}',
      '\u{13441}',
      '\u0001',
    );
    fc.assert(
      fc.property(fc.array(invisible), fc.array(invisible), (before, after) => {
        expect(name.parse(`${before.join('')}Ana${after.join('')}`)).toBe('Ana');
      }),
    );
  });
});

describe('a stored name', () => {
  it.each([
    ['Ana Reyes', 'Ana Reyes'],
    ['\u3164', ''],
    ['\u3164 \u2800', ''],
    ['\u202e', ''],
    ['\u0007\u001b[31mAna\u0000', '[31mAna'],
    ['Ana\n\t Reyes', 'Ana Reyes'],
    ['\u202eseyeR anA', 'seyeR anA'],
    ['Ana\ud800', 'Ana\ufffd'],
    ['Ni\u00f1o \u{1f468}\u200d\u{1f469}', 'Ni\u00f1o \u{1f468}\u200d\u{1f469}'],
    ['', ''],
  ])('%j is drawn as %j', (stored, shown) => {
    expect(shownName(stored)).toBe(shown);
  });

  it('has no tower of marks, and is shown as it is when today’s rules let it in', () => {
    expect(shownName(`a${'\u0316'.repeat(400)}`).length).toBeLessThan(20);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const parsed = name.safeParse(typed);
        if (parsed.success) expect(shownName(parsed.data)).toBe(parsed.data);
      }),
    );
  });
});

/** Draw nothing, and leave the marks around them on one letter. */
const BETWEEN = ['', '\u200d', '\u200c', '\u200b', '\u00ad', '\u3164', '\u{e0041}', '\u0001'];

it.each(BETWEEN)(
  'a tower of marks is no name and stands in no text, whatever is between its marks: %j',
  (between) => {
    const tower = (marks: number): string => `a${('\u0316'.repeat(marks) + between).repeat(20)}b`;
    expect([1, 8, 16].map((marks) => name.safeParse(tower(marks)).success)).toEqual([false, false, false]);
    const marksIn = (marks: number): number =>
      freeText(10_000).parse(tower(marks)).match(/\p{M}/gu)?.length ?? 0;
    expect([1, 8, 16].map(marksIn)).toEqual([16, 16, 16]);
  },
);

const STACKED = [
  '\u0301',
  '\u0316',
  '\u034f',
  '\u05b0',
  '\u200d',
  '\u1100',
  '\u115f',
  '\u1161',
  '\u09c7',
  '\u09be',
];

it('a text keeps the marks that scripts stack, and no tower of them', () => {
  const text = freeText(10_000);
  expect(text.parse(`a${'\u0301'.repeat(6)}`)).toHaveLength(6);
  expect(text.parse(`a${'\u0316'.repeat(400)}b`).length).toBeLessThan(20);
  // A second reading changes nothing.
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', ...STACKED), { maxLength: 60 }), (parts) => {
      const once = text.parse(parts.join(''));
      expect(text.parse(once)).toBe(once);
    }),
    { numRuns: 300, seed: 20_261_127 },
  );
});
