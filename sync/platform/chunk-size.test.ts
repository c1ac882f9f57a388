import { expect, it } from 'vitest';
import { createChunkSize } from './chunk-size.ts';

const KB = 1_024;

it('[UL8] a chunk is what the link carries in about two seconds, within bounds, and grows twofold at most', () => {
  const chunk = createChunkSize();
  expect(chunk.bytes()).toBe(128 * KB);
  const sizes = [50, 50, 50, 50, 50].map((ms) => {
    chunk.arrived(chunk.bytes(), ms);
    return chunk.bytes() / KB;
  });
  expect(sizes).toEqual([256, 512, 1_024, 2_048, 2_048]);
  chunk.arrived(2_048 * KB, 16_000);
  expect(chunk.bytes()).toBe(256 * KB);
  chunk.failed();
  chunk.failed();
  chunk.failed();
  expect(chunk.bytes()).toBe(64 * KB);
});
