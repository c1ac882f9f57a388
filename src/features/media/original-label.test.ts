import { expect, it } from 'vitest';
import { LIMITS } from '../../../protocol/index.ts';
import { hasOriginal, originalLabel } from './original-label.ts';

it('nothing larger than what can be sent is offered as it was', () => {
  const size = LIMITS.uploadBytesMax;
  const picture = (bytes: number) => ({
    ...({ kind: 'image', size: 200_000, isOriginal: false } as const),
    original: new File([new Uint8Array(bytes)], 'pader.jpg', { type: 'image/jpeg' }),
  });
  expect(hasOriginal(picture(size))).toBe(true);
  expect(hasOriginal(picture(size + 1))).toBe(false);
  expect(hasOriginal({ ...picture(size), size })).toBe(false);
});

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
