import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { enUs } from './en-us.ts';

function keysOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return [path.replace(/_(one|other)$/, '')];
  return Object.entries(value ?? {}).flatMap(([key, child]) =>
    keysOf(child, path === '' ? key : `${path}.${key}`),
  );
}

const code = globSync('{src,sw}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.|i18n\/(en-us|fil)(-posts)?\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** Named in full, or put together from its group and a closed set of names: `status.${status}`. */
const isUsed = (key: string) =>
  code.includes(`'${key}'`) || code.includes(`\`${key.slice(0, key.lastIndexOf('.'))}.\${`);

it('has no text that nothing shows', () => {
  expect(keysOf(enUs).filter((key) => !isUsed(key))).toEqual([]);
});
