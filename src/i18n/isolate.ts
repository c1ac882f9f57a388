/** Letters that run from right to left (UAX 9, classes R and AL). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * A name or a text that leaves the order of the words around it as it is (UAX 9, isolates), also where no element can hold
 * it: in a sentence, and in a line that is cut off with an ellipsis.
 */
export const isolate = (value: string): string =>
  RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
