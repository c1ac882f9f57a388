import { LIMITS } from './limits.ts';
import { z } from './zod.ts';

/** The length of a rank's integer part: `a` says 2, `b` 3 and so on, and below zero `Z` says 2, `Y` 3. */
const integerLength = (rank: string): number => {
  const head = rank.charCodeAt(0);
  return head >= 97 ? head - 95 : 92 - head;
};

const LETTERS_AND_DIGITS = /^[A-Za-z][0-9A-Za-z]*$/;
/** Nothing sorts before it. */
const LOWEST = `A${'0'.repeat(26)}`;

/**
 * Whether a text is an order key as the package `fractional-indexing` makes and takes them: between any two of them there is
 * another one. Written out here, so that a device loads the package only when something is moved.
 */
export const isPinRank = (rank: string): boolean => {
  if (!LETTERS_AND_DIGITS.test(rank) || rank.length > LIMITS.pinRankMax || rank === LOWEST) return false;
  const length = integerLength(rank);
  return rank.length >= length && (rank.length === length || !rank.endsWith('0'));
};

export const pinRank = () =>
  z.string().check(z.maxLength(LIMITS.pinRankMax), z.refine(isPinRank, 'Must be an order key'));

type Pin = { readonly chatId: string; readonly rank: string };

/** The order of pinned chats: by code unit, as the keys are made; two devices may have chosen the same one. */
export const comparePins = (a: Pin, b: Pin): number => {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1;
  return a.chatId < b.chatId ? -1 : a.chatId > b.chatId ? 1 : 0;
};
