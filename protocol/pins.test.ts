import { generateKeyBetween } from 'fractional-indexing';
import { describe, expect, it } from 'vitest';
import { comparePins, isPinRank } from './pins.ts';

/** What the package says of a key: it takes it as a bound, or throws. */
const isTaken = (key: string): boolean => {
  try {
    return key < generateKeyBetween(key, null) && generateKeyBetween(null, key) < key;
  } catch {
    return false;
  }
};

describe('a rank', () => {
  it('is what the package takes, of any length of its integer part', () => {
    const heads = [...'ABMYZabmyz'];
    const tails = ['', '0', '1', 'V', 'z', '00', '0V', 'V0', '0'.repeat(25), '0'.repeat(26), 'z'.repeat(26)];
    const keys = heads.flatMap((head) => tails.map((tail) => head + tail));
    const verdicts = keys.map((key) => [key, isTaken(key)]);
    expect(verdicts.filter(([, isKey]) => isKey).length).toBeGreaterThan(20);
    expect(keys.map((key) => [key, isPinRank(key)])).toEqual(verdicts);
  });

  it('has letters and digits alone, and an end', () => {
    for (const rank of ['', '0', 'a', 'a0\n', 'a0 ', 'a0é', 'a0-', '00', `a0${'V'.repeat(63)}`, 'a０'])
      expect([rank, isPinRank(rank)]).toEqual([rank, false]);
    expect(isPinRank(`a0${'V'.repeat(62)}`)).toBe(true);
  });
});

it('sorts by code unit, and the same rank by chat', () => {
  const pins = ['Zz', 'a0', 'a0V', 'a1'].map((rank) => ({ chatId: 'c', rank }));
  expect(pins.toReversed().sort(comparePins)).toEqual(pins);
  expect(
    [
      { chatId: 'b', rank: 'a0' },
      { chatId: 'a', rank: 'a0' },
    ].sort(comparePins)[0]?.chatId,
  ).toBe('a');
});
