import { spansOf, type TextStyle } from './message-marks.ts';
import { splitMessage, type TextPart } from './message-text.ts';

/** A piece of a message with what its marks make of it. The marks themselves are left out. */
export type StyledPart = { readonly part: TextPart; readonly styles: readonly TextStyle[] };

export type TextBlock =
  | { readonly kind: 'text'; readonly parts: readonly StyledPart[] }
  | {
      readonly kind: 'list';
      /** The number that each item was written with; null: a list of points. */
      readonly items: readonly { readonly number: number | null; readonly parts: readonly StyledPart[] }[];
    };

/** Cuts parts at the ends of lines, which belong to none. */
const linesOf = (parts: readonly TextPart[]): TextPart[][] => {
  const lines: TextPart[][] = [[]];
  for (const part of parts) {
    if (part.kind !== 'text') {
      lines.at(-1)?.push(part);
      continue;
    }
    for (const [index, text] of part.text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ kind: 'text', text });
    }
  }
  return lines;
};

/** @param room what of the line is shown */
const styleLine = (parts: readonly TextPart[], room: number): StyledPart[] => {
  const text = parts.map((part) => part.text).join('');
  let length = 0;
  const places = parts.map((part) => {
    const start = length;
    length += part.text.length;
    return { part, start, stop: length };
  });
  const fixed = places.filter(({ part }) => part.kind !== 'text');
  const isFixed = (at: number): boolean => fixed.some(({ start, stop }) => start <= at && at < stop);
  const spans = spansOf({ text, isFixed });
  const marks = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const styled: StyledPart[] = [];
  const add = (whole: TextPart, at: number): void => {
    if (at >= room) return;
    const part = whole.kind === 'text' ? { ...whole, text: whole.text.slice(0, room - at) } : whole;
    const styles = spans.filter(({ from, to }) => from < at && at < to).map(({ style }) => style);
    // Code is shown letter by letter: an address in it leads nowhere.
    styled.push({ part: styles.includes('code') ? { kind: 'text', text: part.text } : part, styles });
  };
  for (const { part, start, stop } of places) {
    if (part.kind !== 'text') {
      add(part, start);
      continue;
    }
    let from = start;
    for (const mark of marks.filter((at) => start <= at && at < stop)) {
      if (mark > from) add({ kind: 'text', text: text.slice(from, mark) }, from);
      from = mark + 1;
    }
    if (stop > from) add({ kind: 'text', text: text.slice(from, stop) }, from);
  }
  return styled;
};

const POINT = /^[-*•] (?=\S)/u;
const NUMBER = /^(\d{1,3})\. (?=\S)/u;

type Item = { readonly number: number | null; readonly mark: string; readonly parts: readonly TextPart[] };

const itemOf = ([first, ...rest]: readonly TextPart[]): Item | null => {
  if (first?.kind !== 'text') return null;
  const [mark, number] = POINT.exec(first.text) ?? NUMBER.exec(first.text) ?? [];
  // A mark before an address is looked for in the line as a whole.
  if (mark === undefined && rest.length > 0 && /^[-*•] $/u.test(first.text))
    return { number: null, mark: first.text, parts: rest };
  if (mark === undefined) return null;
  const text = first.text.slice(mark.length);
  return {
    number: number === undefined ? null : Number(number),
    mark,
    parts: [{ kind: 'text', text }, ...rest],
  };
};

const isAlike = (
  one: { number: number | null },
  other: { number: number | null } | null | undefined,
): boolean => other != null && (one.number === null) === (other.number === null);
const lengthOf = (parts: readonly TextPart[]): number =>
  parts.reduce((sum, { text }) => sum + text.length, 0);
const LINE_END: StyledPart = { part: { kind: 'text', text: '\n' }, styles: [] };

/**
 * A message as its author's marks shape it: `*bold*`, `_italic_`, `` `code` ``, and lists of at least two lines that begin
 * with `- ` or `1. `. What is stored, copied and edited keeps the marks.
 * @param names of the people whom the text mentions
 * @param end what of the text is shown: a mark that closes behind it counts still
 */
export const formatMessage = (
  text: string,
  names: readonly string[],
  end: number = text.length,
): TextBlock[] => {
  const lines = linesOf(splitMessage(text, names));
  const items = lines.map(itemOf);
  const blocks: TextBlock[] = [];
  let start = 0;
  for (const [at, line] of lines.entries()) {
    if (at > 0 && start >= end) break;
    const room = end - start;
    start += lengthOf(line) + 1;
    const last = blocks.at(-1);
    const item = items[at];
    if (item && (isAlike(item, items[at - 1]) || isAlike(item, items[at + 1]))) {
      const listItem = { number: item.number, parts: styleLine(item.parts, room - item.mark.length) };
      if (last?.kind === 'list' && isAlike(item, last.items[0]))
        blocks[blocks.length - 1] = { kind: 'list', items: [...last.items, listItem] };
      else blocks.push({ kind: 'list', items: [listItem] });
    } else if (last?.kind === 'text') {
      blocks[blocks.length - 1] = {
        kind: 'text',
        parts: [...last.parts, LINE_END, ...styleLine(line, room)],
      };
    } else blocks.push({ kind: 'text', parts: styleLine(line, room) });
  }
  return blocks;
};
