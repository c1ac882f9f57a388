import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { isHeic } from './heic.ts';

const ftyp = (...brands: string[]): Blob => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(12 + 4 * brands.length);
  const [major = '', ...others] = brands;
  return new Blob([size, `ftyp${major}`, new Uint8Array(4), ...others, 'mdat'.repeat(40)]);
};

it('knows a HEIC by its brands', async () => {
  const photo = await readFile(new URL('../../../server/testing/pictures/photo.heic', import.meta.url));
  expect(await isHeic(new Blob([photo]))).toBe(true);
  expect(await isHeic(ftyp('mif1', 'miaf', 'heix'))).toBe(true);
});

it('takes nothing else for one', async () => {
  const avif = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .avif()
    .toBuffer();
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  expect(await isHeic(new Blob([new Uint8Array(avif)]))).toBe(false);
  expect(await isHeic(new Blob([new Uint8Array(jpeg)]))).toBe(false);
  // What comes after the box is no brand.
  expect(await isHeic(new Blob([await ftyp('mif1', 'avif').arrayBuffer(), 'heic']))).toBe(false);
  for (const short of ['', 'f', '\0\0\0\x18ftyp', '\0\0\0\x18ftyphe'])
    expect(await isHeic(new Blob([short]))).toBe(false);
});
