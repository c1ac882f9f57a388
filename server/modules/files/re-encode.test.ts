import sharp from 'sharp';
import { expect, it } from 'vitest';
import { kindOf, readHeader, reencode } from './re-encode.ts';

const refusalOf = async (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

it('a picture that a busy machine did not get done in time may be sent again; one that is broken may not', async () => {
  const large = { width: 6_000, height: 6_000, channels: 3, background: '#336699' } as const;
  const slow = sharp({ create: large }).blur(80).webp().timeout({ seconds: 1 }).toBuffer();
  expect(kindOf(await refusalOf(slow))).toBe('unavailable');
  const broken = sharp(Buffer.from('GIF89a, and nothing behind it')).toBuffer();
  expect(kindOf(await refusalOf(broken))).toBe('unreadable_media');
});

/** A picture of so many frames, each of another colour than the one before. */
const moving = async (frames: number, side: number): Promise<Buffer> => {
  const drawn = Array.from({ length: frames }, (_, at) => {
    const background = { r: (at * 40) % 256, g: (at * 90) % 256, b: 90 };
    return sharp({ create: { width: side, height: side, channels: 3, background } })
      .png()
      .toBuffer();
  });
  return sharp(await Promise.all(drawn), { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer();
};

it('keeps a small animation moving however many frames it has', async () => {
  const sent = await moving(400, 8);
  const drawn = await reencode(sent, await readHeader(sent));
  expect(await sharp(drawn.bytes).metadata()).toMatchObject({ pages: 400 });
  expect([drawn.width, drawn.height]).toEqual([8, 8]);
});

it('keeps a tall screenshot as wide as its text needs, and turns what lies on its side', async () => {
  const create = { width: 1_080, height: 12_000, channels: 3, background: '#ffffff' } as const;
  const tall = await sharp({ create }).png().toBuffer();
  expect(await reencode(tall, await readHeader(tall))).toMatchObject({ width: 1_080, height: 12_000 });
  const lying = await sharp({ create: { ...create, width: 6_000, height: 4_000 } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(await reencode(lying, await readHeader(lying))).toMatchObject({ width: 2_731, height: 4_096 });
});

it('does not make a photo larger than it was sent, at its full width and height', async () => {
  // Noise is what costs most.
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const sent = await sharp({ create: { width: 900, height: 700, channels: 3, background: 'teal', noise } })
    .jpeg({ quality: 60 })
    .toBuffer();
  const drawn = await reencode(sent, await readHeader(sent));
  expect(drawn.bytes.byteLength).toBeLessThanOrEqual(sent.byteLength);
  expect([drawn.width, drawn.height]).toEqual([900, 700]);
});
