import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Wanted } from '../../../protocol/index.ts';

/**
 * Words go into the database as they are, cast and not parsed: PostgreSQL's own parser and dictionaries know other words than
 * the devices do, and differ with the locale.
 */
const quoted = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`;

/** Words as the text of a `tsvector`. */
export const toVector = (words: readonly string[]): string => words.map(quoted).join(' ');

/** One letter begins too many words. Signs that are words of their own are as rare as a word. */
const isTooShort = (word: string): boolean => /^[\p{L}\p{N}]$/u.test(word) && !/^\p{Lo}$/u.test(word);

/**
 * What an index is asked for, as the text of a `tsquery`: every word begins one of the text's, and every mark is there. Null when
 * nothing is left that narrows it down; what is left out is compared afterwards, with the text itself.
 */
export const toQuery = ({ words }: Pick<Wanted, 'words'>, marks: readonly string[]): string | null => {
  const parts = [
    ...words.filter((word) => !isTooShort(word)).map((word) => `${quoted(word)}:*`),
    ...marks.map(quoted),
  ];
  return parts.length === 0 ? null : parts.join(' & ');
};

/** Whether a row's words are those of a `toQuery`. */
export const matches = (words: SQLWrapper, query: string): SQL => sql`${words} @@ ${query}::tsquery`;
