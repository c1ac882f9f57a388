import sharp from 'sharp';
import { expect, it } from 'vitest';
import { preparePicture } from './prepare-pictures.ts';
import { readTiff } from './tiff.ts';

const create = { width: 30, height: 20, channels: 3, background: 'teal' } as const;
const tiff = async (orientation = 1): Promise<Blob> =>
  new Blob([new Uint8Array(await sharp({ create }).withMetadata({ orientation }).tiff().toBuffer())]);
const scan = async (): Promise<Blob> => {
  const page = await sharp({ create }).png().toBuffer();
  const pages = await sharp([page, page, page], { join: { animated: true } })
    .tiff()
    .toBuffer();
  return new Blob([new Uint8Array(pages)]);
};
const undrawn = async (): Promise<never> =>
  Promise.reject(new DOMException('No picture', 'InvalidStateError'));
const row = { preparing: 'small', state: 'held' } as const;

it('reads size and pages of a TIFF', async () => {
  expect(await readTiff(await tiff())).toEqual({ width: 30, height: 20, pages: 1 });
  expect(await readTiff(await tiff(6))).toEqual({ width: 20, height: 30, pages: 1 });
  expect(await readTiff(await scan())).toMatchObject({ width: 30, pages: 2 });
});

it('takes nothing else for one, nor what points outside itself', async () => {
  for (const hex of ['', '49492a00', '49492a0008000000', '4d4d002affffffff', 'ffd8ffe000104a46'])
    expect(await readTiff(new Blob([Buffer.from(hex, 'hex')])), hex).toBeNull();
});

it('a TIFF that the browser does not draw travels as it is, and nothing else that it does not draw', async () => {
  const prepared = await preparePicture(row, await tiff(), undrawn);
  expect(prepared).toEqual({ bytes: null, width: 30, height: 20, blurhash: null });
  await expect(preparePicture(row, await scan(), undrawn)).rejects.toThrow('No picture');
  await expect(preparePicture(row, new Blob(['no picture']), undrawn)).rejects.toThrow('No picture');
});
