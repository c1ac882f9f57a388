import type { MessageRow } from './rows/message.ts';

/**
 * Marks, and what is not seen: Khmer and Burmese texts have zero-width spaces where words end, emoji have joiners. The frame
 * of a keycap stays: without it, it would be a digit.
 */
const MARKS = /[[\p{M}\p{Cf}]--[\u20e3]]|(?<![0-9#*]\ufe0f?)\u20e3/gv;
const APOSTROPHES = /[’‘ʼʻ´`＇]/gu;
/** Letters that Unicode does not take apart, as somebody without their key would type them. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' };
const SPECIAL = /[ßøłđæœı]/g;

/**
 * Scripts that put no spaces between words, emoji and symbols: there each sign is a word of its own, and signs that are looked for
 * together have to stand together. `Intl.Segmenter` finds their words by a dictionary that differs from browser to browser,
 * and a word that is typed halfway is another one there.
 */
const ALONE =
  /[[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{Extended_Pictographic}\p{S}]--[\p{RI}\p{EMod}]]/v
    .source;
/** A keycap is one sign, and so is a flag: its letters are those of other flags, too. */
const SIGN = `(?:[0-9#*]\\u20e3|\\p{RI}{2}|\\p{RI}(?!\\p{RI})|${ALONE})`;
const LETTERS = `(?:[[\\p{L}\\p{N}]--${ALONE}](?!\\u20e3))+`;
const WORD = new RegExp(`${SIGN}|${LETTERS}(?:'${LETTERS})*`, 'gv');
const RUN = new RegExp(`${SIGN}{2,}`, 'gv');
/** A longer "word" is a link's tail or a key; its beginning finds it. */
const LENGTH_MAX = 24;

/** Without case, accents and width: `Niño` and `NINO` are the same. */
export const foldText = (text: string): string =>
  text
    .replace(APOSTROPHES, "'")
    // Before and after: a long run of marks is put in order by insertion, which takes the square of its length.
    .replace(MARKS, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter);

const joined = (word: string): string => word.replaceAll("'", '');

/** The words of a text, folded, each once. One with an apostrophe is found by its parts, and written as one word. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    (foldText(text).match(WORD) ?? [])
      .flatMap((word) => (word.includes("'") ? [...word.split("'"), joined(word)] : [word]))
      .map((word) => word.slice(0, LENGTH_MAX)),
  ),
];

/** What of a message is looked through: its words, and the names of its files. */
export const searchedText = ({ content, media }: Pick<MessageRow, 'content' | 'media'>): string =>
  [content, ...media.map(({ name }) => name)].filter((text) => text !== null).join('\n');

/** What is looked for. */
export type Wanted = {
  /** Each begins a word of the text: the last one may not be typed to its end yet. */
  readonly words: readonly string[];
  /** Each stands in the text as it is. */
  readonly runs: readonly string[];
};

/** @param typed as it stands in a search field */
export const wantedOf = (typed: string): Wanted => {
  const folded = foldText(typed);
  return {
    words: [...new Set((folded.match(WORD) ?? []).map((word) => joined(word).slice(0, LENGTH_MAX)))],
    runs: folded.match(RUN) ?? [],
  };
};

/** Where a run stands in a folded text. Each sign is a word there, so that no run begins within a flag. */
const placesOf = (folded: string, run: string, starts: ReadonlySet<number>): number[] => {
  const places: number[] = [];
  for (let at = folded.indexOf(run); at >= 0; ) {
    const isWhole = starts.has(at);
    if (isWhole) places.push(at);
    at = folded.indexOf(run, at + (isWhole ? run.length : 1));
  }
  return places;
};

const startsIn = (folded: string): ReadonlySet<number> =>
  new Set([...folded.matchAll(WORD)].map(({ index }) => index));

/** Whether a text has all that is looked for. */
export const hasWords = (text: string, { words, runs }: Wanted): boolean => {
  const own = wordsOf(text);
  if (!words.every((typed) => own.some((word) => word.startsWith(typed)))) return false;
  if (runs.length === 0) return true;
  const folded = foldText(text);
  const starts = startsIn(folded);
  return runs.every((run) => placesOf(folded, run, starts).length > 0);
};

/** Where a text has what is looked for, as offsets, in order and without overlap. */
export const hitsIn = (text: string, { words, runs }: Wanted): { start: number; end: number }[] => {
  // Folded sign by sign, so that each offset in the folded text leads back into the text. A text has few different ones.
  const foldedSigns = new Map<string, string>();
  const pieces: string[] = [];
  const offsets: number[] = [];
  for (const { 0: sign, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const piece = foldedSigns.get(sign) ?? foldText(sign);
    foldedSigns.set(sign, piece);
    for (let at = 0; at < piece.length; at += 1) offsets.push(index);
    pieces.push(piece);
  }
  offsets.push(text.length);
  const folded = pieces.join('');
  const found: { start: number; end: number }[] = [];
  const add = (from: number, to: number): void => {
    found.push({ start: offsets[from] ?? 0, end: offsets[to] ?? 0 });
  };
  const starts = runs.length === 0 ? new Set<number>() : startsIn(folded);
  for (const run of runs) for (const at of placesOf(folded, run, starts)) add(at, at + run.length);
  for (const { 0: match, index } of folded.matchAll(WORD)) {
    const forms = [joined(match), ...match.split("'")];
    if (runs.some((run) => run.includes(match))) continue;
    if (forms.some((form) => words.some((typed) => form.startsWith(typed)))) add(index, index + match.length);
  }
  let end = 0;
  return found
    .sort((a, b) => a.start - b.start)
    .filter((hit) => {
      if (hit.start < end || hit.end <= hit.start) return false;
      end = hit.end;
      return true;
    });
};
