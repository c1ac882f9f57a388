import { normalizeText } from '../../../protocol/index.ts';

const MARKS = /\p{M}/gu;

const plain = (text: string): string => normalizeText(text, 'NFKD').replace(MARKS, '').toLowerCase();

/** Whether every word typed begins a word of the text; accents and case do not matter. */
export const matchesSearch = (text: string, search: string): boolean => {
  const words = plain(text).split(/\s+/);
  return plain(search)
    .split(/\s+/)
    .every((typed) => words.some((word) => word.startsWith(typed)));
};
