import { shownText } from '../../sync/index.ts';

export type TextStyle = 'bold' | 'italic' | 'code';

const MARKS = [
  ['*', 'bold'],
  ['_', 'italic'],
] as const;
const HAS_MARKS = /[*_`]/u;
const WORD = /[\p{L}\p{M}\p{N}]/u;
/** Beside these a mark begins or ends something. Beside others it belongs to a word, a path, an address, or a face. */
const BEFORE_OPENING = /[\s([{<"'“‘«¿¡—–\-,;:…*_\p{Extended_Pictographic}]/u;
const AFTER_CLOSING = /[\s)\]}>"'”’».,;:!?…—–\-*_。、，！？\p{Extended_Pictographic}]/u;
const FIRST_INSIDE = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Sc}@#"'“‘«(¿¡]/u;
const LOW_SURROGATE = /[\uDC00-\uDFFF]/;

/** A line, with what no mark may stand in: addresses and names of people. */
export type Line = { readonly text: string; readonly isFixed: (at: number) => boolean };
/** From its opening mark to its closing one. */
export type Span = { readonly from: number; readonly to: number; readonly style: TextStyle };

const signAt = (text: string, at: number): string =>
  at < 0 || at >= text.length ? ' ' : String.fromCodePoint(text.codePointAt(at) ?? 32);
const signBefore = (text: string, at: number): string =>
  signAt(text, LOW_SURROGATE.test(text.charAt(at - 1)) ? at - 2 : at - 1);

const codeSpans = ({ text, isFixed }: Line): Span[] => {
  const spans: Span[] = [];
  const marks = [...text.matchAll(/`/g)].map(({ index }) => index).filter((at) => !isFixed(at));
  for (let at = 0; at + 1 < marks.length; at += 1) {
    const [from = 0, to = 0] = [marks[at], marks[at + 1]];
    if (text.slice(from + 1, to).trim() === '' || WORD.test(text.charAt(from - 1))) continue;
    spans.push({ from, to, style: 'code' });
    at += 1;
  }
  return spans;
};

const wordSpans = ({ text, isFixed }: Line, codes: readonly Span[]): Span[] => {
  const isCode = (at: number): boolean => codes.some(({ from, to }) => from <= at && at <= to);
  const firstInside = (from: number): string => {
    let at = from;
    while (text[at] === '*' || text[at] === '_') at += 1;
    return signAt(text, at);
  };
  return MARKS.flatMap(([mark, style]) => {
    const spans: Span[] = [];
    let open = -1;
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      const [before, after] = [signBefore(text, at), signAt(text, at + 1)];
      if (isFixed(at) || isCode(at) || before === mark || after === mark) continue;
      if (open >= 0 && !/\s/u.test(before) && AFTER_CLOSING.test(after)) {
        spans.push({ from: open, to: at, style });
        open = -1;
      } else if (
        open < 0 &&
        BEFORE_OPENING.test(before) &&
        (FIRST_INSIDE.test(firstInside(at + 1)) || isCode(at + 1))
      ) {
        open = at;
      }
    }
    return spans;
  });
};

/** What a line's marks shape. A span may reach over the end of another. */
export const spansOf = (line: Line): Span[] => {
  if (!HAS_MARKS.test(line.text)) return [];
  const codes = codeSpans(line);
  return [...codes, ...wordSpans(line, codes)];
};

/** A line without its marks: addresses, and what only looks like a mark, stay as they are. */
const plain = (line: string): string => {
  if (!HAS_MARKS.test(line)) return line;
  const addresses = [...line.matchAll(/(?<![a-z])[a-z]+:\/\/\S+/gi)].map(({ index, 0: { length } }) => ({
    start: index,
    // A mark that ends an address is of the sentence.
    stop: index + length - (HAS_MARKS.test(line.charAt(index + length - 1)) ? 1 : 0),
  }));
  const isFixed = (at: number): boolean => addresses.some(({ start, stop }) => start <= at && at < stop);
  const marks = new Set(spansOf({ text: line, isFixed }).flatMap(({ from, to }) => [from, to]));
  return Array.from({ length: line.length }, (_, at) => (marks.has(at) ? '' : line.charAt(at))).join('');
};

/** A message in one line, as a quote or a list shows it: no address stands apart there from controls that turn it around. */
export const plainLine = (text: string): string =>
  shownText(text).split('\n').map(plain).join(' ').replace(/\s+/g, ' ');
