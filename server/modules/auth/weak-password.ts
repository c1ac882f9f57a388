import { dictionary } from '@zxcvbn-ts/language-common';
import { normalizeText, ProtocolError } from '../../../protocol/index.ts';

const COMMON_COUNT = 10_000;
/** An initial is in every word. */
const OWN_WORD_MIN = 2;
const common = new Set(dictionary['passwords-common'].slice(0, COMMON_COUNT));

const normal = (text: string): string => normalizeText(text, 'NFKC').toLowerCase();
const letters = (text: string): string => normal(text).replace(/[^\p{L}]/gu, '');
const lettersAndDigits = (text: string): string => normal(text).replace(/[^\p{L}\p{N}]/gu, '');

/** What stands before the `@` of an e-mail; nothing of a name. */
const localPartOf = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf('@')));

/** Whether a password is made of these words alone, in any order, with digits and signs wherever. */
const isMadeOf = (password: string, own: readonly string[]): boolean => {
  const bare = letters(password);
  const words = own
    // Whole as well: the initial of `a.santos` is no word, and would be left of `asantos99`.
    .flatMap((text) => [text, localPartOf(text), ...text.split(/[^\p{L}]+/u)])
    .map(letters)
    .filter(({ length }) => length >= OWN_WORD_MIN)
    .sort((one, other) => other.length - one.length);
  return bare !== '' && words.reduce((left, word) => left.replaceAll(word, ''), bare) === '';
};

/** Whether a password is what stands before the `@`, which may be a telephone number without a letter. */
const isLocalPart = (password: string, own: readonly string[]): boolean => {
  const bare = lettersAndDigits(password);
  return bare !== '' && own.some((text) => lettersAndDigits(localPartOf(text)) === bare);
};

/**
 * Refuses the passwords that attackers try first: the 10,000 most common ones, and what is made of the member's own names and
 * e-mail (docs/decisions/0007).
 * @param own the member's names, e-mail, and the product's name
 * @throws ProtocolError `weak_password` with an error on `field`
 */
export const assertPasswordIsHard = (password: string, own: readonly string[], field = 'password'): void => {
  const isOwn = isMadeOf(password, own) || isLocalPart(password, own);
  if (!isOwn && !common.has(password.toLowerCase())) return;
  throw new ProtocolError('weak_password', {
    errors: [{ field, message: 'This password is too easy to guess' }],
  });
};
