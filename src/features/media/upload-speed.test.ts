import { expect, it } from 'vitest';
import { mixSpeed, secondsFor } from './upload-speed.ts';

it('an estimate is of what was measured, and a blink is no measurement', () => {
  expect(mixSpeed(null, 40_000, 2_000)).toBe(20_000);
  expect(mixSpeed(20_000, 1_000_000, 200)).toBe(20_000);
  expect(mixSpeed(20_000, 80_000, 2_000)).toBe(28_000);
  expect([secondsFor(180_000, 20_000), secondsFor(10, 20_000)]).toEqual([9, 1]);
});
