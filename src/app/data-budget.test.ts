import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUDGETS_MB, budgetStateOf, countedBytes, parseBudget } from './data-budget.ts';
import { isOnWifi } from './network-kind.ts';

const use = (bytes: number, wifiBytes = 0) => ({ month: '2026-11', bytes, wifiBytes });
const hundred = { limit: '100', countsWifi: false } as const;

describe('the data limit of a month', () => {
  it('warns from four fifths on, and is used when it is reached', () => {
    expect(budgetStateOf(hundred, use(79_999_999))).toBe('open');
    expect(budgetStateOf(hundred, use(80_000_000))).toBe('near');
    expect(budgetStateOf(hundred, use(99_999_999))).toBe('near');
    expect(budgetStateOf(hundred, use(100_000_000))).toBe('used');
  });

  it('leaves Wi-Fi out unless the member counts it', () => {
    expect(countedBytes(hundred, use(150_000_000, 90_000_000))).toBe(60_000_000);
    expect(budgetStateOf(hundred, use(150_000_000, 90_000_000))).toBe('open');
    expect(budgetStateOf({ ...hundred, countsWifi: true }, use(150_000_000, 90_000_000))).toBe('used');
  });

  it('is open without a limit, however much was used', () => {
    fc.assert(
      fc.property(fc.nat(), fc.boolean(), (bytes, countsWifi) => {
        expect(budgetStateOf({ limit: null, countsWifi }, use(bytes))).toBe('open');
      }),
    );
  });

  it('takes what it does not know for no limit', () => {
    for (const limit of BUDGETS_MB) {
      expect(parseBudget(limit)).toEqual({ limit, countsWifi: false });
      expect(parseBudget(`${limit} wifi`)).toEqual({ limit, countsWifi: true });
    }
    for (const odd of [null, '', 'none', '12', '1e9', '-100', 'NaN wifi'])
      expect(parseBudget(odd).limit).toBeNull();
  });

  it('knows Wi-Fi only where the browser tells', () => {
    expect(isOnWifi('wifi')).toBe(true);
    expect(isOnWifi('cellular')).toBe(false);
    expect(isOnWifi('unknown')).toBeNull();
  });
});
