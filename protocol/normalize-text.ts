/** More combining marks in a row than any language writes (UAX #15, stream-safe text). U+034F is what divides them. */
const LONG_RUN = /[\p{M}--\u{34f}]{30}(?=[\p{M}--\u{34f}])/gv;

/**
 * A text in one of Unicode's normal forms. Marks are put in order by insertion there, which takes the square of their
 * number: 200,000 in a row would hold the process for a minute. So long runs are divided first, as UAX #15 has it (D4).
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(LONG_RUN, '$&\u034f').normalize(form);
