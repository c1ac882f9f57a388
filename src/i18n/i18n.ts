import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { enUs } from './en-us.ts';
import { isolate } from './isolate.ts';
import { LANGUAGE_STORAGE_KEY } from './language-key.ts';
import type { Messages } from './messages.ts';
import { chooseLanguage, DEFAULT_LANGUAGE, type Language, languages } from './registry.ts';

interface StartOptions {
  /** The document whose `lang` and `dir` follow the language. */
  readonly root: Pick<HTMLElement, 'lang' | 'dir'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly wished: readonly string[];
  /** In development a missing key throws, so that nobody ships one. */
  readonly isStrict: boolean;
}

/** The instance that `useTranslation` reads. */
export const translator: i18n = i18next.createInstance();

let current: StartOptions | undefined;
let isShown = false;

/** Starts translation in the remembered language; resolves when its texts are there. */
export async function startI18n(options: StartOptions): Promise<void> {
  current = options;
  isShown = false;
  await translator.use(initReactI18next).init({
    lng: DEFAULT_LANGUAGE,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: { [DEFAULT_LANGUAGE]: { translation: enUs } },
    // React escapes; doing it twice shows entities.
    interpolation: { escapeValue: true, escape: isolate },
    returnNull: false,
    react: { useSuspense: false },
    saveMissing: options.isStrict,
    missingKeyHandler: (_languages, _namespace, key) => {
      throw new Error(`No text for ${key}`);
    },
  });
  await showLanguage(chooseLanguage(options.storage.getItem(LANGUAGE_STORAGE_KEY), options.wished));
}

/** Changes the language and remembers it. The choice outlives a logout (docs/decisions/0007). */
export async function setLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  current?.storage.setItem(LANGUAGE_STORAGE_KEY, language);
}

/** Another tab of this device has chosen: this one speaks the same. */
export async function followLanguage(chosen: string): Promise<void> {
  const language = chooseLanguage(chosen, current?.wished ?? []);
  if (language !== getLanguage()) await showLanguage(language);
}

/** The language in use. */
export function getLanguage(): Language {
  return chooseLanguage(translator.language, []);
}

async function showLanguage(language: Language): Promise<void> {
  const entry = languages[language];
  if (!translator.hasResourceBundle(language, 'translation')) {
    addTexts(language, await entry.load());
  }
  await translator.changeLanguage(language);
  if (!current) return;
  current.root.lang = language;
  current.root.dir = entry.dir;
  isShown = true;
}

/** What a call asks for: the language on the screen, or the one that will be there. The first calls are made before its texts have come. */
export const callLanguage = ({ root, storage, wished }: Omit<StartOptions, 'isStrict'>): string =>
  isShown && current?.root === root
    ? root.lang
    : chooseLanguage(storage.getItem(LANGUAGE_STORAGE_KEY), wished);

/** Adds a language that is not offered to people, as the pseudo-locale of the screenshots. */
export function addTexts(language: string, texts: Messages): void {
  translator.addResourceBundle(language, 'translation', texts);
}
