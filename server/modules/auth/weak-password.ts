import { dictionary } from '@zxcvbn-ts/language-common';
import { ProtocolError } from '../../../protocol/index.ts';

const COMMON_COUNT = 10_000;
/** An initial is in every word. */
const OWN_WORD_MIN = 2;
const common = new Set(dictionary['passwords-common'].slice(0, COMMON_COUNT));

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** Whether a password is made of these words alone, in any order, with digits and signs wherever. */
const isMadeOf = (password: string, own: readonly string[]): boolean => {
  const bare = letters(password);
  const words = own
    .flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)])
    .map(letters)
    .filter(({ length }) => length >= OWN_WORD_MIN)
    .sort((one, other) => other.length - one.length);
  return bare !== '' && words.reduce((left, word) => left.replaceAll(word, ''), bare) === '';
};

/**
 * Refuses the passwords that attackers try first: the 10,000 most common ones, and what is made of the member's own names and
 * e-mail (decisions.md §7).
 * @param own the member's names, e-mail, and the product's name
 * @throws ProtocolError `weak_password` with an error on `field`
 */
export const assertPasswordIsHard = (password: string, own: readonly string[], field = 'password'): void => {
  const isOwn = isMadeOf(password, own);
  if (!isOwn && !common.has(password.toLowerCase())) return;
  throw new ProtocolError('weak_password', {
    errors: [{ field, message: 'This password is too easy to guess' }],
  });
};
