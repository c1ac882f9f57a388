import { type LanguageTag, matchLanguage } from '../../protocol/index.ts';
import { enUs } from './en-us.ts';
import type { Messages } from './messages.ts';

interface LanguageEntry {
  /** In its own words, as a reader looks for it. */
  readonly name: string;
  readonly dir: 'ltr' | 'rtl';
  readonly load: () => Promise<Messages>;
}

/** The languages people can choose. All but the source load on demand. */
export const languages = {
  'en-US': { name: 'English', dir: 'ltr', load: async () => enUs },
  fil: { name: 'Filipino', dir: 'ltr', load: async () => (await import('./fil.ts')).fil },
} as const satisfies Record<LanguageTag, LanguageEntry>;

export type Language = keyof typeof languages;

export const DEFAULT_LANGUAGE: Language = 'en-US';

const isLanguage = (value: string): value is Language => Object.hasOwn(languages, value);

/** All languages, in the order in which they are offered. */
export const languageList: readonly Language[] = Object.keys(languages).filter(isLanguage);

/** The stored choice, else the browser's wish, else English. */
export function chooseLanguage(stored: string | null, wished: readonly string[]): Language {
  if (stored !== null && isLanguage(stored)) return stored;
  return matchLanguage(wished) ?? DEFAULT_LANGUAGE;
}
