import sharp from 'sharp';
import { expect, it } from 'vitest';
import { kindOf } from './re-encode.ts';

const refusalOf = async (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

it('a picture that a busy machine did not get done in time may be sent again; one that is broken may not', async () => {
  const large = { width: 6_000, height: 6_000, channels: 3, background: '#336699' } as const;
  const slow = sharp({ create: large }).blur(80).webp().timeout({ seconds: 1 }).toBuffer();
  expect(kindOf(await refusalOf(slow))).toBe('unavailable');
  const broken = sharp(Buffer.from('GIF89a, and nothing behind it')).toBuffer();
  expect(kindOf(await refusalOf(broken))).toBe('unreadable_media');
});
