import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createUniqueCode,
  formatUniqueCode,
  isUniqueCodePlausible,
  normalizeUniqueCode,
  uniqueCode,
} from './unique-code.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codes = fc.uint8Array({ minLength: 12, maxLength: 12 }).map(createUniqueCode);

describe('unique code', () => {
  it('has 13 characters and a check character that fits', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(code).toHaveLength(13);
        expect(isUniqueCodePlausible(code)).toBe(true);
      }),
    );
  });

  it('catches every single mistyped character', () => {
    fc.assert(
      fc.property(codes, fc.nat(12), fc.nat(31), (code, at, digit) => {
        const typed = code.slice(0, at) + ALPHABET.charAt(digit) + code.slice(at + 1);
        expect(isUniqueCodePlausible(typed)).toBe(typed === code);
      }),
    );
  });

  it('reads what people type: any case, blanks, dashes, O for 0, I and L for 1', () => {
    fc.assert(
      fc.property(codes, (code) => {
        const typed = formatUniqueCode(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
        expect(normalizeUniqueCode(` ${typed} `)).toBe(code);
        expect(uniqueCode().parse(typed)).toBe(code);
      }),
    );
  });

  it('says what the specification says about another length', () => {
    for (const wrong of ['', '012345678901', '01234567890123', 'x'.repeat(1000)]) {
      expect(uniqueCode().safeParse(wrong).error?.issues[0]?.message).toBe('Must contain 13 characters');
    }
  });

  it('needs enough randomness', () => {
    expect(() => createUniqueCode(new Uint8Array(11))).toThrow(RangeError);
  });
});
