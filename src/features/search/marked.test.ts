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

it('shows the part around the first of them, in one line', () => {
  const long = `${'una '.repeat(40)}\nQuiapo ${'dulo '.repeat(60)}`;
  const shown = marked(long, 'quiapo');
  expect(shown).toMatch(/^…una (una )*\[Quiapo\] dulo/);
  expect(shown.endsWith('…')).toBe(true);
  expect(shown.length).toBeLessThan(200);
  expect(marked('walang tama', 'iba')).toBe('walang tama');
});
