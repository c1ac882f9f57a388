import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('no field has a longest length that a browser keeps by cutting what is pasted, without a word and inside a character', () => {
  const files = globSync('src/**/*.tsx');
  expect(files.length).toBeGreaterThan(100);
  // A text that is too long stays, and is said to be (`src/app/use-too-long.ts`).
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('maxLength={'))).toEqual([]);
});
