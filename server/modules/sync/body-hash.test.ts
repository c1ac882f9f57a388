import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyHash } from './body-hash.ts';

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, field]): [string, unknown] => [key, reversed(field)])
      .reverse(),
  );
};

describe('the hash of a request', () => {
  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(bodyHash('sendMessage', 1, reversed(body))).toEqual(bodyHash('sendMessage', 1, body));
      }),
    );
  });

  it('differs for another name, version, value or order of a list', () => {
    const hashes = [
      bodyHash('sendMessage', 1, { a: [1, 2] }),
      bodyHash('markSeen', 1, { a: [1, 2] }),
      bodyHash('sendMessage', 2, { a: [1, 2] }),
      bodyHash('sendMessage', 1, { a: [2, 1] }),
      bodyHash('sendMessage', 1, { a: ['1', 2] }),
      bodyHash('sendMessage', 1, { a: null }),
    ].map((hash) => hash.toString('hex'));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('takes an absent and an undefined field for the same', () => {
    expect(bodyHash('x', 1, { a: 1, b: undefined })).toEqual(bodyHash('x', 1, { a: 1 }));
  });
});
