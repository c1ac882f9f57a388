import { afterEach, expect, it } from 'vitest';
import { callLanguage, getLanguage, setLanguage, startI18n, translator } from './i18n.ts';
import { LANGUAGE_STORAGE_KEY } from './language-key.ts';

function setup(stored: Record<string, string> = {}, wished: readonly string[] = []) {
  const entries = new Map(Object.entries(stored));
  const root = { lang: '', dir: '' };
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
  return { entries, root, options: { root, storage, wished, isStrict: true } };
}

afterEach(async () => {
  await startI18n(setup().options);
});

it('asks the server in the language that is coming while its texts are loaded, and then in the one that is there', async () => {
  const { options } = setup({ [LANGUAGE_STORAGE_KEY]: 'fil' }, ['en-US']);
  expect(callLanguage(options)).toBe('fil');
  const starting = startI18n(options);
  expect(callLanguage(options)).toBe('fil');
  await starting;
  await setLanguage('en-US');
  expect(callLanguage(options)).toBe('en-US');
});

it('starts in the stored language and tells the document', async () => {
  const { root, options } = setup({ [LANGUAGE_STORAGE_KEY]: 'fil' });
  await startI18n(options);
  expect(translator.t('friends.accept')).toBe('Tanggapin');
  expect(root).toEqual({ lang: 'fil', dir: 'ltr' });
  expect(getLanguage()).toBe('fil');
});

it('remembers a change', async () => {
  const { root, entries, options } = setup();
  await startI18n(options);
  await setLanguage('fil');
  expect(entries.get(LANGUAGE_STORAGE_KEY)).toBe('fil');
  expect(root.lang).toBe('fil');
});

it('follows the browser without writing anything down', async () => {
  const { entries, options } = setup({}, ['fil-PH']);
  await startI18n(options);
  expect(getLanguage()).toBe('fil');
  expect(entries.size).toBe(0);
});

it.each([0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 21])('prints %i as itself in Filipino', async (count) => {
  await startI18n(setup({ [LANGUAGE_STORAGE_KEY]: 'fil' }).options);
  expect(translator.t('time.daysAgo', { count })).toBe(`${count} araw na ang nakalipas`);
});

it('throws on a key that no language has', async () => {
  await startI18n(setup().options);
  // Past the type checker, as a key that came from data would.
  expect(() => Reflect.apply(translator.t, translator, ['chat.nonsense'])).toThrow(
    'No text for chat.nonsense',
  );
});
