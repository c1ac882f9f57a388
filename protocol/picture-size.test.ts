import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitPicture } from './picture-size.ts';

it('keeps a photo within the square, a tall screenshot readable, and what is small as it is', () => {
  expect(fitPicture({ width: 4_000, height: 3_000 }, 2_048)).toEqual({ width: 2_048, height: 1_536 });
  expect(fitPicture({ width: 1_080, height: 12_000 }, 2_048)).toEqual({ width: 869, height: 9_654 });
  expect(fitPicture({ width: 1_080, height: 12_000 }, 4_096)).toEqual({ width: 1_080, height: 12_000 });
  expect(fitPicture({ width: 800, height: 600 }, 2_048)).toEqual({ width: 800, height: 600 });
});

it('never enlarges, never draws more than it may, and keeps the shape', () => {
  const side = fc.integer({ min: 1, max: 30_000 });
  fc.assert(
    fc.property(side, side, fc.constantFrom(2_048, 4_096), (width, height, sideMax) => {
      const fit = fitPicture({ width, height }, sideMax);
      expect(fit.width).toBeLessThanOrEqual(width);
      expect(fit.height).toBeLessThanOrEqual(height);
      expect(Math.max(fit.width, fit.height)).toBeLessThanOrEqual(16_000);
      // Rounding adds half a pixel to each side.
      expect((fit.width - 0.5) * (fit.height - 0.5)).toBeLessThanOrEqual(2 * sideMax * sideMax);
      const scale = Math.max(fit.width / width, fit.height / height);
      expect(Math.abs(fit.width - width * scale)).toBeLessThanOrEqual(1 + width / height);
    }),
    { seed: 1 },
  );
});
