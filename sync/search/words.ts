/** Scripts that put no spaces between words: there each sign is a word of its own. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]]+/gv;
const MARKS = /\p{M}/gu;
/** Letters that Unicode does not take apart, as somebody without their key would type them. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' };
const SPECIAL = /[ßøłđæœı]/g;
/** A longer "word" is a link's tail or a key; its beginning finds it. */
const LENGTH_MAX = 24;

/** Without case, accents and width: `Niño` and `NINO` are the same. */
export const foldText = (text: string): string =>
  text
    // Before and after: a long run of marks is put in order by insertion, which takes the square of its length.
    .replace(MARKS, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter);

/** The words of a text, folded, each once. */
export const wordsOf = (text: string): string[] => [
  ...new Set((foldText(text).match(WORD) ?? []).map((word) => word.slice(0, LENGTH_MAX))),
];

/** Whether each of `wanted` begins a word of the text: the last one may not be typed to its end yet. */
export const hasWords = (text: string, wanted: readonly string[]): boolean => {
  const words = wordsOf(text);
  return wanted.every((typed) => words.some((word) => word.startsWith(typed)));
};
