import { expect, it } from 'vitest';
import { createUniqueCode, formatUniqueCode } from '../../../protocol/index.ts';
import { tidyCode } from './typed-code.ts';

const code = createUniqueCode(Uint8Array.from({ length: 12 }, (_, index) => index * 7));

it.each([
  ['', ''],
  ['ab', 'AB'],
  ['abcd', 'ABCD'],
  ['abcde', 'ABCD-E'],
  ['o1il 2345 6', '0111-2345-6'],
  ['0123456789abcdef', '0123456789ABCDEF'],
])('turns "%s" into "%s" as it is typed', (typed, value) => {
  expect(tidyCode(typed, typed.length)).toEqual({ value, caret: value.length });
});

it('finds the code in a shared link or a sentence', () => {
  const shown = formatUniqueCode(code);
  expect(tidyCode(`https://tambay.example/users/${code}`, 99).value).toBe(shown);
  expect(tidyCode(`Add me on Tambay: ${shown.toLowerCase()}`, 99).value).toBe(shown);
});

it('keeps the caret where the hand is', () => {
  expect(tidyCode('ABxCD-EFGH', 3)).toEqual({ value: 'ABXC-DEFG-H', caret: 3 });
  expect(tidyCode('ABCD-EyFGH', 7)).toEqual({ value: 'ABCD-EYFG-H', caret: 7 });
});
