import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { mp3Sound, recordedSound, waveSound } from '../../server/testing/sounds.ts';
import { photo } from '../../server/testing/upload.ts';

/** A file that somebody means ill with, or that is broken. */
export type HostileFile = { name: string; bytes: Buffer };

const SCRIPT = '<script>window.__xss=1</script>';

const box = (type: string, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.byteLength);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

const film = (): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isomiso2mp42', 'latin1')),
    box(
      'moov',
      box('mvhd', Buffer.alloc(100, 5)),
      box('udta', box('\xa9xyz', Buffer.from('+14.59+120.98/'))),
    ),
    box('mdat', Buffer.alloc(2_000, 9)),
  ]);

/** One entry of megabytes of zeros, as a document of Word's is packed. */
const zipBomb = (): Buffer => {
  const name = Buffer.from('word/document.xml');
  const packed = deflateRawSync(Buffer.alloc(8 * 1_024 * 1_024));
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.byteLength, 18);
  head.writeUInt32LE(8 * 1_024 * 1_024, 22);
  head.writeUInt16LE(name.byteLength, 26);
  return Buffer.concat([head, name, packed]);
};

/** A text chunk before the end of a PNG. */
const withPngText = (png: Buffer): Buffer => {
  const data = Buffer.from(`Comment\0${SCRIPT}`);
  const chunk = Buffer.alloc(8);
  chunk.writeUInt32BE(data.byteLength, 0);
  chunk.write('tEXt', 4);
  return Buffer.concat([png.subarray(0, 33), chunk, data, Buffer.alloc(4), png.subarray(33)]);
};

/** What is made up by hand: each is a known trick. */
export const knownTricks = async (): Promise<HostileFile[]> => {
  const jpeg = await photo();
  const png = await sharp(jpeg).png().toBuffer();
  return [
    { name: 'page.png', bytes: Buffer.from(`<!doctype html>${SCRIPT}`) },
    {
      name: 'drawing.svg',
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    },
    { name: 'late.txt', bytes: Buffer.from(`${' '.repeat(2_000)}${SCRIPT}`) },
    { name: 'wide.html', bytes: Buffer.from(`\ufeff<html>${SCRIPT}`, 'utf16le') },
    { name: 'both.gif', bytes: Buffer.from(`GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)`, 'latin1') },
    { name: 'words.png', bytes: withPngText(png) },
    { name: 'tail.jpg', bytes: Buffer.concat([jpeg, Buffer.from(SCRIPT)]) },
    { name: 'film.jpg', bytes: Buffer.concat([jpeg.subarray(0, 20), film()]) },
    { name: 'letter.docx', bytes: zipBomb() },
    {
      name: 'form.pdf',
      bytes: Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
    },
    { name: 'code.js', bytes: Buffer.from('alert(document.cookie)') },
    { name: 'style.css', bytes: Buffer.from('body{background:url(//evil.example)}') },
    {
      name: 'feed.xml',
      bytes: Buffer.from('<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>'),
    },
    { name: 'cut.jpg', bytes: jpeg.subarray(0, Math.floor(jpeg.byteLength / 2)) },
    { name: 'nothing.png', bytes: png.subarray(0, 8) },
  ];
};

/** An ID3 tag with one frame of text. */
const id3 = (frame: string, text: string): Buffer => {
  const body = Buffer.from(`\0${text}`, 'latin1');
  const head = Buffer.from(`ID3\x03\0\0\0\0\0\0${frame}\0\0\0\0\0\0`, 'latin1');
  head[9] = body.byteLength + 10;
  head[17] = body.byteLength;
  return Buffer.concat([head, body]);
};

/** A number of four bytes written over what stands there. */
const withNumber = (bytes: Uint8Array, at: number, number: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed.writeUInt32LE(number, at);
  return changed;
};

/** Sounds that are broken, lie about their length or their container, or carry a script. */
export const hostileSounds = async (): Promise<HostileFile[]> => {
  const webm = Buffer.from(await recordedSound('webm'));
  const ogg = Buffer.from(await recordedSound('ogg'));
  const mp4 = Buffer.from(await recordedSound('mp4'));
  const wave = Buffer.from(waveSound());
  const frames = Buffer.from(mp3Sound()).subarray(10);
  const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.byteLength / 2));
  const holed = Buffer.from(webm).fill(0xff, 60, webm.byteLength - 60);
  return [
    { name: 'script.mp3', bytes: Buffer.concat([id3('TIT2', SCRIPT), frames]) },
    { name: 'page.mp3', bytes: Buffer.concat([id3('WXXX', `\0javascript:alert(1)//${SCRIPT}`), frames]) },
    { name: 'tail.mp3', bytes: Buffer.concat([mp3Sound(), Buffer.from(SCRIPT)]) },
    // Its tag claims 256 MB.
    { name: 'tag.mp3', bytes: Buffer.concat([Buffer.from('ID3\x03\0\0\x7f\x7f\x7f\x7f', 'latin1'), frames]) },
    { name: 'cut.mp3', bytes: half(Buffer.from(mp3Sound())) },
    { name: 'cut.webm', bytes: half(webm) },
    { name: 'holed.webm', bytes: holed },
    { name: 'cut.ogg', bytes: half(ogg) },
    { name: 'cut.m4a', bytes: half(mp4) },
    // Both the file and its samples claim 4 GB.
    {
      name: 'long.wav',
      bytes: withNumber(withNumber(wave, 4, 0xffff_ffff), wave.indexOf('data') + 4, 0xffff_ffff),
    },
    { name: 'none.wav', bytes: withNumber(wave, wave.indexOf('data') + 4, 0) },
    { name: 'rate.wav', bytes: withNumber(wave, 24, 0xffff_ffff) },
    { name: 'still.wav', bytes: withNumber(wave, 24, 0) },
    // An Ogg page whose end is told to be in two million years.
    { name: 'long.ogg', bytes: withNumber(ogg, ogg.lastIndexOf('OggS') + 10, 0x7fff_ffff) },
    // A cluster of the largest size that EBML can write.
    { name: 'long.webm', bytes: withSize(webm) },
    { name: 'wrong.mp3', bytes: Buffer.concat([id3('TIT2', 'awit'), webm]) },
    { name: 'wrong.wav', bytes: Buffer.concat([wave.subarray(0, 12), ogg]) },
    { name: 'wrong.ogg', bytes: Buffer.concat([ogg.subarray(0, 28), mp4]) },
    { name: 'wrong.m4a', bytes: Buffer.concat([mp4.subarray(0, 32), frames]) },
    { name: 'page.wav', bytes: Buffer.concat([wave.subarray(0, 12), Buffer.from(`<html>${SCRIPT}`)]) },
  ];
};

/** The first cluster claims 2^56 - 2 bytes. */
const withSize = (webm: Buffer): Buffer => {
  const at = webm.indexOf(Buffer.from('1f43b675', 'hex')) + 4;
  return Buffer.concat([webm.subarray(0, at), Buffer.from('01fffffffffffffe', 'hex'), webm.subarray(at + 1)]);
};

/** Whole files of every kind that is looked into. */
const wholeFiles = async (): Promise<HostileFile[]> => {
  const jpeg = await photo();
  const frames = Buffer.alloc(16 * 48 * 3, 120);
  return [
    { name: 'a.jpg', bytes: jpeg },
    { name: 'a.png', bytes: await sharp(jpeg).png().toBuffer() },
    { name: 'a.webp', bytes: await sharp(jpeg).webp().toBuffer() },
    { name: 'a.avif', bytes: await sharp(jpeg).avif({ effort: 0 }).toBuffer() },
    {
      name: 'a.gif',
      bytes: await sharp(frames, { raw: { width: 16, height: 48, channels: 3, pageHeight: 16 } })
        .gif()
        .toBuffer(),
    },
    { name: 'a.mp4', bytes: film() },
    { name: 'a.docx', bytes: zipBomb() },
    { name: 'a.mp3', bytes: Buffer.from(mp3Sound()) },
    { name: 'a.wav', bytes: Buffer.from(waveSound()) },
    { name: 'a.ogg', bytes: Buffer.from(await recordedSound('ogg')) },
    { name: 'a.weba', bytes: Buffer.from(await recordedSound('webm')) },
    { name: 'a.m4a', bytes: Buffer.from(await recordedSound('mp4')) },
    {
      name: 'a.asf',
      bytes: Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(600, 255)]),
    },
    {
      name: 'a.webm',
      bytes: Buffer.concat([
        Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
        Buffer.alloc(400, 0xff),
      ]),
    },
  ];
};

/** The same sequence for the same seed (mulberry32). */
const dice = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const HEAD = 600;

/** Files of every kind with something wrong in them: bytes, lengths, parts of another file, ends. */
export const mutatedFiles = async (count: number, seed: number): Promise<HostileFile[]> => {
  const whole = await wholeFiles();
  const roll = dice(seed);
  const pick = (): HostileFile => whole[roll(whole.length)] ?? { name: 'a.bin', bytes: Buffer.alloc(9) };
  return Array.from({ length: count }, (_one, at) => {
    const { name, bytes: before } = whole[at % whole.length] ?? pick();
    const bytes = Buffer.from(before);
    const place = () => roll(Math.min(HEAD, bytes.byteLength));
    const kind = roll(5);
    if (kind === 0) for (let n = roll(20); n >= 0; n -= 1) bytes[place()] = roll(256);
    if (kind === 1) bytes.fill(0xff, place(), Math.min(bytes.byteLength, place() + 4));
    if (kind === 2) return { name, bytes: bytes.subarray(0, 12 + roll(bytes.byteLength)) };
    if (kind === 3) return { name, bytes: Buffer.concat([bytes.subarray(0, place()), pick().bytes]) };
    if (kind === 4) bytes.copy(bytes, place(), place(), Math.min(bytes.byteLength, place() + 64));
    return { name, bytes };
  });
};
