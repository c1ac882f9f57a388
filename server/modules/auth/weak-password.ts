import { dictionary } from '@zxcvbn-ts/language-common';
import { ProtocolError } from '../../../protocol/index.ts';

const COMMON_COUNT = 10_000;
const OWN_WORD_MIN = 4;
const common = new Set(dictionary['passwords-common'].slice(0, COMMON_COUNT));

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Refuses the passwords that attackers try first: the 10,000 most common ones, and the member's own names and e-mail with
 * nothing but digits or signs around them (decisions.md §7).
 * @param own the member's names, e-mail, and the product's name
 * @throws ProtocolError `weak_password` with an error on `field`
 */
export const assertPasswordIsHard = (password: string, own: readonly string[], field = 'password'): void => {
  const bare = letters(password).replace(/^\p{N}+|\p{N}+$/gu, '');
  const words = own.flatMap((text) => [text, ...text.split(/[@.\s_-]+/)]).map(letters);
  const isOwn = words.some((word) => word.length >= OWN_WORD_MIN && bare === word);
  if (!isOwn && !common.has(password.toLowerCase())) return;
  throw new ProtocolError('weak_password', {
    errors: [{ field, message: 'This password is too easy to guess' }],
  });
};
