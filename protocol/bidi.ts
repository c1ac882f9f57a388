/** Embeddings, overrides and isolates, with what ends them (UAX 9, 2.1 to 2.5). The marks U+200E, U+200F and U+061C have no reach. */
const REACHING = /[\u202a-\u202e\u2066-\u2069]+/gu;

/** A text for one line beside others, where no element isolates it: nothing in it turns around what stands after it. */
export const withoutBidiControls = (text: string): string => text.replace(REACHING, '');

/** Letters and marks that run from right to left (UAX 9, classes R and AL), those of younger scripts (N'Ko to Adlam) as well. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name or a text that leaves the order of the words around it as it is (UAX 9, isolates), also where no element can hold
 * it: in a sentence, in a notification, and in a line that is cut off with an ellipsis. A control in it could end the isolate,
 * or reach beyond it.
 */
export const isolate = (value: string): string => {
  const words = withoutBidiControls(value);
  return RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words;
};
