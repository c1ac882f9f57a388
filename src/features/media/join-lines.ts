/** Puts words behind what is typed already, on a line of their own. */
export const joinLines = (typed: string, words: string): string =>
  typed === '' ? words : `${typed}\n${words}`;
