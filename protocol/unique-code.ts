import { LIMITS } from './limits.ts';
import { z } from './zod.ts';

/** Crockford Base32: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_LENGTH = LIMITS.uniqueCodeLength - 1;

const digitOf = (character: string): number => ALPHABET.indexOf(character);

/**
 * ISO 7064-style weighted check over GF(32) positions: odd weights are invertible modulo 32, so that every single
 * wrong character is caught, and neighbours with different weights catch most swaps.
 */
const checkCharacter = (body: string): string => {
  let sum = 0;
  for (const [index, character] of [...body].entries()) sum += digitOf(character) * (2 * index + 1);
  return ALPHABET.charAt(sum % 32);
};

/** Random letters and digits that can be typed: five bits each, the low ones of each byte. */
export const toCrockford = (randomBytes: Uint8Array, length: number): string => {
  if (randomBytes.length < length) throw new RangeError(`needs ${length} random bytes`);
  return [...randomBytes.subarray(0, length)].map((byte) => ALPHABET.charAt(byte & 31)).join('');
};

/**
 * Makes a code of 12 random characters and a check character.
 * @param randomBytes at least 12 bytes from a cryptographic source; the low five bits of each are used.
 */
export const createUniqueCode = (randomBytes: Uint8Array): string => {
  const body = toCrockford(randomBytes, RANDOM_LENGTH);
  return body + checkCharacter(body);
};

/** Undoes what people do to a code when they type it: case, blanks, dashes, O for 0, I and L for 1. */
export const normalizeUniqueCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

/** False when the check character does not fit: "Looks mistyped", known without a network. Expects a normalised code. */
export const isUniqueCodePlausible = (code: string): boolean =>
  code.length === LIMITS.uniqueCodeLength &&
  [...code].every((character) => digitOf(character) >= 0) &&
  checkCharacter(code.slice(0, RANDOM_LENGTH)) === code.charAt(RANDOM_LENGTH);

/** A code as shown to people: XXXX-XXXX-XXXXX. */
export const formatUniqueCode = (code: string): string =>
  `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;

/** The message of specification §5. */
export const UNIQUE_CODE_LENGTH_MESSAGE = 'Must contain 13 characters';

/** A unique code from a form, a body or an address: normalised, then exactly 13 characters (specification §5). */
export const uniqueCode = () =>
  z
    .string()
    .check(
      z.maxLength(64, UNIQUE_CODE_LENGTH_MESSAGE),
      z.overwrite(normalizeUniqueCode),
      z.length(LIMITS.uniqueCodeLength, UNIQUE_CODE_LENGTH_MESSAGE),
    );
