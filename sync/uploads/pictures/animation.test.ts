import sharp from 'sharp';
import { expect, it } from 'vitest';
import { LIMITS } from '../../../protocol/index.ts';
import { isAnimated, wouldStandStill } from './animation.ts';

const frame = (background: string) => ({ create: { width: 8, height: 8, channels: 4 as const, background } });
const moving = async () =>
  sharp(await Promise.all(['red', 'blue'].map((colour) => sharp(frame(colour)).png().toBuffer())), {
    join: { animated: true },
  });
const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

/** A PNG chunk without its checksum: the decoder of this test ignores it. */
const chunk = (name: string, length: number): Uint8Array => {
  const bytes = new Uint8Array(12 + length);
  new DataView(bytes.buffer).setUint32(0, length);
  bytes.set(new TextEncoder().encode(name), 4);
  return bytes;
};

it('tells pictures that move from those that stand still, by their bytes', async () => {
  const still = sharp(frame('red'));
  expect(await isAnimated(blob(await (await moving()).webp().toBuffer()))).toBe(true);
  expect(await isAnimated(blob(await (await moving()).gif().toBuffer()))).toBe(true);
  for (const bytes of [
    await still.webp().toBuffer(),
    await still.webp({ lossless: true }).toBuffer(),
    await still.png().toBuffer(),
    await still.jpeg().toBuffer(),
  ])
    expect(await isAnimated(blob(bytes))).toBe(false);
});

it('finds the frames of a PNG behind its colour profile, and does not go on behind the first picture', async () => {
  const png = await sharp(frame('red')).png().toBuffer();
  const [head, rest] = [png.subarray(0, 33), png.subarray(33)];
  const withChunks = (...chunks: Uint8Array[]) => blob(Buffer.concat([head, ...chunks, rest]));
  expect(await isAnimated(withChunks(chunk('iCCP', 3_000), chunk('acTL', 8)))).toBe(true);
  expect(await isAnimated(withChunks(chunk('IDAT', 4), chunk('acTL', 8)))).toBe(false);
  expect(await isAnimated(blob(head.subarray(0, 12)))).toBe(false);
});

it('knows without a decoder that a PNG that moves would arrive as a still', async () => {
  const png = await sharp(frame('red')).png().toBuffer();
  const moves = Buffer.concat([png.subarray(0, 33), chunk('acTL', 8), png.subarray(33)]);
  expect(await wouldStandStill(blob(moves))).toBe(true);
  expect(await wouldStandStill(blob(png))).toBe(false);
});

it.each(['gif', 'webp'] as const)(
  'counts the frames of a %s from its bytes, as the server does',
  async (format) => {
    const bytesOf = async (frames: number) => {
      const pages = Array.from({ length: frames }, (_, at) =>
        sharp(frame(at % 2 === 0 ? 'red' : 'blue'))
          .png()
          .toBuffer(),
      );
      const picture = sharp(await Promise.all(pages), { join: { animated: true } });
      return format === 'gif'
        ? picture.gif({ effort: 1 }).toBuffer()
        : picture.webp({ effort: 0 }).toBuffer();
    };
    const many = await bytesOf(LIMITS.imageFramesMax + 1);
    expect(await wouldStandStill(blob(await bytesOf(LIMITS.imageFramesMax)))).toBe(false);
    expect(await wouldStandStill(blob(many))).toBe(true);
    // Only its canvas is larger than it was drawn.
    const onCanvas = async (frames: number): Promise<boolean> => {
      const bytes = await bytesOf(frames);
      const side = Math.floor(Math.sqrt(LIMITS.imagePixelsMax / 12));
      if (format === 'gif') for (const at of [6, 8]) bytes.writeUInt16LE(side, at);
      else for (const at of [24, 27]) bytes.writeUIntLE(side - 1, at, 3);
      return wouldStandStill(blob(bytes));
    };
    expect([await onCanvas(12), await onCanvas(13)]).toEqual([false, true]);
    // What was cut off has no more frames than are there.
    expect(await wouldStandStill(blob(many.subarray(0, many.length / 2)))).toBe(false);
    for (let end = 0; end < 200; end += 1)
      expect(await wouldStandStill(blob(many.subarray(0, end)))).toBe(false);
  },
);
