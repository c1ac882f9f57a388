import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = import.meta.dirname;

const testFiles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.test.ts'),
);

it('every rule of SPEC.md has a test, and every test with a number a rule', () => {
  const rules = [...readFileSync(join(folder, 'SPEC.md'), 'utf8').matchAll(/^- \*\*([A-Z]+\d*)\*\*/gm)].map(
    ([, rule]) => rule,
  );
  const named = testFiles.flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(/['"`]\[([A-Z]+\d*)\] /g)].map(([, rule]) => rule),
  );
  expect(new Set(rules).size).toBe(rules.length);
  expect(new Set(named)).toEqual(new Set(rules));
});
