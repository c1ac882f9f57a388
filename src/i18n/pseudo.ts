import { enUs } from './en-us.ts';
import type { Messages } from './messages.ts';

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'ë',
  i: 'î',
  o: 'ö',
  u: 'ü',
  c: 'ç',
  n: 'ñ',
  y: 'ý',
};
// Filipino runs about a third longer than English; this goes a little beyond.
const STRETCH = 1.4;

function stretch(text: string): string {
  const accented = text
    .split(/(\{\{.*?\}\})/)
    .map((part) =>
      part.startsWith('{{') ? part : part.replace(/[a-z]/g, (letter) => accents[letter] ?? letter),
    )
    .join('');
  const padding = '~'.repeat(Math.max(2, Math.round(text.length * (STRETCH - 1))));
  return `[${accented} ${padding}]`;
}

function mapTexts(value: unknown): unknown {
  if (typeof value === 'string') return stretch(value);
  return Object.fromEntries(Object.entries(value ?? {}).map(([key, child]) => [key, mapTexts(child)]));
}

/** English made longer and accented: shows what is cut off, and what was never translated. */
export function createPseudo(): Messages {
  // The mapping keeps every key and turns each string into a string, which TypeScript cannot see through entries.
  return mapTexts(enUs) as Messages;
}
