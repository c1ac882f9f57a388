import { describe, expect, it } from 'vitest';
import { enUs } from './en-us.ts';
import { fil } from './fil.ts';
import { createPseudo } from './pseudo.ts';
import { chooseLanguage } from './registry.ts';

/** Every text by its full key, as `friends.accept`. */
function flatten(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  return new Map(
    Object.entries(value ?? {}).flatMap(([key, child]) => [
      ...flatten(child, path === '' ? key : `${path}.${key}`),
    ]),
  );
}

const placeholders = (text: string) => new Set([...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, name]) => name));

const source = flatten(enUs);
const others = { fil: flatten(fil), pseudo: flatten(createPseudo()) };

describe.each(Object.entries(others))('the texts in %s', (_name, texts) => {
  it('have exactly the keys of the source', () => {
    expect(new Set(texts.keys())).toEqual(new Set(source.keys()));
  });

  it('fill in the same values', () => {
    for (const [key, text] of texts)
      expect([key, placeholders(text)]).toEqual([key, placeholders(source.get(key) ?? '')]);
  });

  it('are never empty', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});

describe('plurals', () => {
  it('say the count in Filipino, where the form of one is that of 2, 3 and 5, too', () => {
    const silent = [...others.fil].filter(
      ([key, text]) => key.endsWith('_one') && !text.includes('{{count}}'),
    );
    expect(silent).toEqual([]);
  });

  it('come in both forms', () => {
    for (const key of source.keys()) {
      const [, stem, form] = /^(.*)_(one|other)$/.exec(key) ?? [];
      if (stem !== undefined) expect(source.has(`${stem}_${form === 'one' ? 'other' : 'one'}`)).toBe(true);
    }
  });

  it('print the number in both Filipino forms, because 2, 3 and 5 are "one" there', () => {
    expect(new Intl.PluralRules('fil').select(5)).toBe('one');
    const forms = [...others.fil].filter(([key]) => /_(one|other)$/.test(key));
    expect(forms.length).toBeGreaterThan(0);
    expect(forms.filter(([, text]) => !text.includes('{{count}}'))).toEqual([]);
  });
});

describe('chooseLanguage', () => {
  it('keeps what was chosen', () => {
    expect(chooseLanguage('fil', ['en-GB'])).toBe('fil');
  });

  it('follows the browser where nothing was chosen, by the old name of Filipino, too', () => {
    expect(chooseLanguage(null, ['de', 'tl-PH', 'en'])).toBe('fil');
    expect(chooseLanguage(null, ['en-GB'])).toBe('en-US');
  });

  it('is English for everyone else and for a stored value that is none', () => {
    expect(chooseLanguage('toString', [])).toBe('en-US');
    expect(chooseLanguage(null, ['ja'])).toBe('en-US');
  });
});
