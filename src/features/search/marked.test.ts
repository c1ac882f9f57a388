import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markedPieces } from './marked.ts';

const marked = (text: string, typed: string): string =>
  markedPieces(text, typed)
    .map(({ text: piece, isHit }) => (isHit ? `[${piece}]` : piece))
    .join('');

it('marks the words that were looked for, whatever their accents', () => {
  expect(marked('Si Niño at si NINA', 'nin')).toBe('Si [Niño] at si [NINA]');
  expect(marked('Kita-kits!', 'kits')).toBe('Kita-[kits]!');
});

it('shows of an address the host that would open', () => {
  expect(marked('Tara http://2130706433/bayad', 'bayad')).toBe('Tara http://127.0.0.1/[bayad]');
  expect(marked('https://p\u0430ypal.com', 'https')).toBe('[https]://xn--pypal-4ve.com');
});

it('marks all of a host that is shown otherwise than it is written, when what was looked for stands in it', () => {
  expect(marked('Tara sa https://p\u0430ypal.com/x na', 'p\u0430ypal')).toBe(
    'Tara sa https://[xn--pypal-4ve.com]/x na',
  );
  expect(marked('http://2130706433/bayad', '2130706433')).toBe('http://[127.0.0.1]/bayad');
  expect(marked('https://p\u0430ypal.com/x', 'com')).toBe('https://xn--pypal-4ve.[com]/x');
  expect(marked('https://p\u0430ypal.com/x', 'iba')).toBe('https://xn--pypal-4ve.com/x');
});

it('shows the part around the first of them, in one line', () => {
  const long = `${'una '.repeat(40)}\nQuiapo ${'dulo '.repeat(60)}`;
  const shown = marked(long, 'quiapo');
  expect(shown).toMatch(/^…una (una )*\[Quiapo\] dulo/);
  expect(shown.endsWith('…')).toBe(true);
  expect(shown.length).toBeLessThan(200);
  expect(marked('walang tama', 'iba')).toBe('walang tama');
});

it('shows and marks what stands far inside of a text without spaces, and a hit that is longer than the line', () => {
  const shown = marked(`${'漢'.repeat(300)}東京${'字'.repeat(300)}`, '東京');
  expect(shown).toMatch(/^…\[東京\]字+…$/);
  expect(marked('a'.repeat(400), 'aaa')).toMatch(/^\[a+\]…$/);
});

it('begins and ends what it shows and marks between two characters', () => {
  const characters = fc.constantFrom('👨‍👩‍👧‍👦', '👩', '🇵🇭', '🇯🇵', 'n\u0303', 'ก็', 'kita ', '한');
  fc.assert(
    fc.property(
      fc.array(characters, { maxLength: 120 }),
      fc.constantFrom('👩', '🇵🇭', '🇭🇯', 'ki', 'ก', '한'),
      (parts, typed) => {
        const line = parts.join('').trim();
        const ends = new Set(
          [...new Intl.Segmenter().segment(line)].map(({ index }) => index).concat(line.length),
        );
        const pieces = markedPieces(line, typed).map(({ text }) => text);
        const own = pieces.filter((text, at) => text !== '…' || (at > 0 && at < pieces.length - 1));
        let at = line.indexOf(own.join(''));
        for (const piece of own) {
          expect(ends).toContain(at);
          at += piece.length;
          expect(ends).toContain(at);
        }
      },
    ),
    { seed: 1, numRuns: 300 },
  );
});

it('shows no control that would turn around what stands beside it', () => {
  expect(marked('\u202e https://evil.example/moc.knab//:sptth \u2066bayad\u2069', 'bayad')).toBe(
    'https://evil.example/moc.knab//:sptth [bayad]',
  );
});
