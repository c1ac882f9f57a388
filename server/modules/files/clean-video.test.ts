import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanMp4 } from './clean-mp4.ts';
import { cleanWebm } from './clean-webm.ts';

const box = (type: string, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.byteLength);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const tkhd = (): Buffer => {
  const body = Buffer.alloc(84);
  body.writeUInt32BE(3_900_000_000, 4);
  body.writeUInt32BE(1_280 * 65_536, 76);
  body.writeUInt32BE(720 * 65_536, 80);
  return box('tkhd', body);
};
const place = Buffer.from('+14.5995+120.9842/');
const film = () =>
  Buffer.concat([
    box('ftyp', Buffer.from('isomiso2')),
    box('moov', box('mvhd', Buffer.alloc(100, 5)), box('trak', tkhd()), box('udta', box('\xa9xyz', place))),
    box('mdat', Buffer.alloc(50, 9)),
  ]);

it('a film forgets where and when it was taken, and stays where it is byte for byte', () => {
  const bytes = film();
  expect(bytes.includes(place)).toBe(true);
  expect(cleanMp4(bytes)).toEqual({ width: 1_280, height: 720 });
  expect(bytes.byteLength).toBe(film().byteLength);
  expect([bytes.includes(place), bytes.includes('free'), bytes.includes('udta')]).toEqual([
    false,
    true,
    false,
  ]);
  expect(bytes.subarray(-50)).toEqual(film().subarray(-50));
});

it('nothing that anybody makes up brings the readers down', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 40 }), (changes) => {
      const bytes = film();
      for (const [at, value] of changes) bytes[at % bytes.byteLength] = value;
      const size = bytes.byteLength;
      cleanMp4(bytes);
      cleanWebm(bytes);
      expect(bytes.byteLength).toBe(size);
    }),
    { numRuns: 1_000, seed: 20_261_121 },
  );
});
