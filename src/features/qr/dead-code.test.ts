import { expect, it } from 'vitest';
import { enUs } from '../../i18n/en-us.ts';
import { fil } from '../../i18n/fil.ts';
import { deadCodeOf, deadCodeTexts } from './dead-code.ts';

const texts = (['qr_expired', 'qr_dead', 'not_found'] as const).map((kind) => {
  const why = deadCodeOf(kind);
  if (why === null) throw new Error(`${kind} is about a code`);
  return deadCodeTexts[why];
});

it.each([
  ['English', enUs.qr],
  ['Filipino', fil.qr],
])('an expired, a used and an unknown code are told apart in words of their own (%s)', (_name, words) => {
  const group = new Map(Object.entries(words).map(([key, text]) => [`qr.${key}`, text]));
  const shown = texts.flatMap(({ line, hint }) => [group.get(line), group.get(hint)]);
  expect(shown).not.toContain(undefined);
  expect(new Set(shown).size).toBe(6);
});

it('leaves refusals alone that are not about the code', () => {
  expect(deadCodeOf('qr_wrong_number')).toBeNull();
  expect(deadCodeOf('rate_limited')).toBeNull();
});
