/** What people can read the app and its mails in. */
export const LANGUAGES = ['en-US', 'fil'] as const;
export type LanguageTag = (typeof LANGUAGES)[number];

/** The first language of a list of wishes that there is; `tl` is what older systems call Filipino. */
export const matchLanguage = (wished: readonly string[]): LanguageTag | undefined => {
  for (const tag of wished) {
    const base = tag.trim().toLowerCase().split('-')[0];
    if (base === 'fil' || base === 'tl') return 'fil';
    if (base === 'en') return 'en-US';
  }
  return undefined;
};
