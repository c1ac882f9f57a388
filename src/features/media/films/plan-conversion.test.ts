import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIMITS } from '../../../../protocol/index.ts';
import { AUDIO_BITS_PER_SECOND, planConversion } from './plan-conversion.ts';

const MAX = LIMITS.uploadBytesMax;

it('a minute of full HD gets the pixels that its rate can carry', () => {
  const minute = { width: 1_920, height: 1_080, seconds: 60 };
  expect(planConversion(minute, MAX)).toEqual({ width: 1_280, height: 720, bitsPerSecond: 1_158_253 });
  expect(planConversion({ ...minute, seconds: 180 }, MAX)).toMatchObject({ width: 640, height: 360 });
  expect(planConversion({ ...minute, seconds: 900 }, MAX)).toBeNull();
});

it('whatever its shape, it fits, keeps its proportions and is never made larger', () => {
  const side = fc.integer({ min: 16, max: 8_000 });
  fc.assert(
    fc.property(side, side, fc.double({ min: 0, max: 600, noNaN: true }), (width, height, seconds) => {
      const plan = planConversion({ width, height, seconds }, MAX);
      if (plan === null) return;
      expect(((plan.bitsPerSecond + AUDIO_BITS_PER_SECOND) * seconds) / 8).toBeLessThan(MAX);
      expect((plan.width % 2) + (plan.height % 2)).toBe(0);
      expect(Math.max(plan.width, plan.height)).toBeLessThanOrEqual(Math.max(width, height) + 1);
      const scale = Math.max(plan.width, plan.height) / Math.max(width, height);
      expect(Math.abs(plan.width - width * scale)).toBeLessThanOrEqual(2);
      expect(Math.abs(plan.height - height * scale)).toBeLessThanOrEqual(2);
    }),
  );
});
