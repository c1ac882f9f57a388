import { expect, it } from 'vitest';
import { originalLabel } from './original-label.ts';

it('promises the original size only where the server keeps width and height', () => {
  const labelOf = (width: number, height: number) =>
    originalLabel({ kind: 'image', picked: { width, height } });
  expect(labelOf(2_400, 1_800)).toBe('media.originalSize');
  expect(labelOf(4_096, 3_072)).toBe('media.originalSize');
  expect(labelOf(1_080, 12_000)).toBe('media.originalSize');
  expect(labelOf(5_000, 4_000)).toBe('media.large');
  expect(originalLabel({ kind: 'image', picked: null })).toBe('media.large');
  expect(originalLabel({ kind: 'video' })).toBe('media.original');
});
