import { enUs } from '../../src/i18n/en-us.ts';
import { fil } from '../../src/i18n/fil.ts';

/** Numbers are the app's own, too; a name may be of any length. */
const NUMBER = /\{\{(count|max|percent|index)\}\}/g;

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(value ?? {}).flatMap(textsOf);
}

/** Sources of expressions that match a text of the app's own in any language, and nothing that members write but by chance. */
export const ownWords: readonly string[] = [
  ...new Set(
    [enUs, fil]
      .flatMap(textsOf)
      .filter((text) => /\p{L}{2}/u.test(text.replace(NUMBER, '')))
      .map((text) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(NUMBER, '[\\d.,+]+'))
      .filter((source) => !source.includes('{{')),
  ),
];
