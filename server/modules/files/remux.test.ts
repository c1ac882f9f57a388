import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { mp3Sound, PLACE_IN_SOUND, recordedSound, waveSound } from '../../testing/sounds.ts';
import { inspect } from './inspect.ts';
import { remux } from './remux.ts';

/** Made with ffmpeg. Those with places hold GPS lines in data, text and subtitle tracks, chapters and an attachment. */
const film = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../testing/films/${name}`, import.meta.url)));

const PLACE = /GPS|14\.599|120\.984/;
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** The times of all packets of each track, by its type. */
const tracksOf = async (bytes: Uint8Array): Promise<[type: string, times: number[]][]> => {
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const found: [string, number[]][] = [];
  for (const track of await input.getTracks()) {
    const times: number[] = [];
    for await (const packet of new EncodedPacketSink(track).packets())
      times.push(Math.round(packet.timestamp * 1_000));
    found.push([track.type, times]);
  }
  return found;
};

/** The picture of a film with a sound track beside it. */
const filmWithSound = async (): Promise<Uint8Array<ArrayBuffer>> => {
  using input = new Input({ source: new BufferSource(film('turned.mp4')), formats: ALL_FORMATS });
  const picture = await input.getPrimaryVideoTrack();
  const codec = await picture?.getCodec();
  const packet = picture && (await new EncodedPacketSink(picture).getFirstPacket());
  const decoderConfig = await picture?.getDecoderConfig();
  if (!codec || !packet || !decoderConfig) throw new Error('No picture');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const video = new EncodedVideoPacketSource(codec);
  const audio = new EncodedAudioPacketSource('mp3');
  output.addVideoTrack(video);
  output.addAudioTrack(audio);
  await output.start();
  await video.add(packet, { decoderConfig });
  await audio.add(new EncodedPacket(new Uint8Array(64), 'key', 0, 0.1), {
    decoderConfig: { codec: 'mp3', numberOfChannels: 1, sampleRate: 44_100 },
  });
  await output.finalize();
  if (target.buffer === null) throw new Error('No film');
  return new Uint8Array(target.buffer);
};

describe('a film that is written anew', () => {
  for (const [name, mime] of [
    ['with-places.mp4', 'video/mp4'],
    ['with-places.webm', 'video/webm'],
  ] as const) {
    it(`keeps the picture and sound of ${name} and none of its places`, async () => {
      const sent = film(name);
      expect(textOf(sent)).toMatch(PLACE);
      const kept = await remux(sent, mime);
      if (kept === null) throw new Error('refused');
      expect(textOf(kept.bytes)).not.toMatch(PLACE);
      const before = await tracksOf(film(name));
      expect(await tracksOf(kept.bytes)).toEqual(
        before.filter(([type]) => type === 'video' || type === 'audio'),
      );
    });
  }

  it('says how large a player draws it: turned, and of WebM as well', async () => {
    expect(await remux(film('turned.mp4'), 'video/mp4')).toMatchObject({ width: 180, height: 320 });
    expect(await remux(film('tall.webm'), 'video/webm')).toMatchObject({ width: 120, height: 240 });
  });

  it('stays turned', async () => {
    const kept = await remux(film('turned.mp4'), 'video/mp4');
    if (kept === null) throw new Error('refused');
    expect(await remux(kept.bytes, 'video/mp4')).toMatchObject({ width: 180, height: 320 });
  });

  it('keeps what there is of a film that was cut off', async () => {
    const whole = film('with-places.mp4');
    const kept = await remux(whole.slice(0, whole.byteLength / 2), 'video/mp4');
    if (kept === null) throw new Error('refused');
    const before = new Map(await tracksOf(film('with-places.mp4')));
    for (const [type, times] of await tracksOf(kept.bytes))
      expect(times).toEqual(before.get(type)?.slice(0, times.length));
  });

  it('is refused when it holds no track', async () => {
    expect(await remux(film('with-places.mp4').slice(0, 40), 'video/mp4')).toBeNull();
  });

  it.each([
    ['picture', { avc1: 'mp4v' }],
    // The details of MP3 name the codec once more.
    ['sound', { mp4a: 'samr', esds: 'damr' }],
  ])(
    'is refused when its %s has a codec that cannot be carried over: none is left out without a word',
    async (_what, codecs) => {
      const sent = Buffer.from(await filmWithSound());
      expect((await tracksOf(new Uint8Array(sent))).map(([type]) => type)).toEqual(['video', 'audio']);
      expect(await remux(new Uint8Array(sent), 'video/mp4')).not.toBeNull();
      for (const [known, unknown] of Object.entries(codecs))
        sent.write(unknown, sent.lastIndexOf(known), 'latin1');
      expect(await remux(new Uint8Array(sent), 'video/mp4')).toBeNull();
    },
  );

  it('ends, whatever somebody changes in its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('with-places.mp4', 'with-places.webm'),
        fc.array(fc.tuple(fc.nat(8_000), fc.nat(255)), { maxLength: 20 }),
        async (name, changes) => {
          const bytes = film(name);
          for (const [at, value] of changes) bytes[at % bytes.byteLength] = value;
          const kept = await remux(bytes, name.endsWith('webm') ? 'video/webm' : 'video/mp4');
          if (kept !== null) expect(kept.bytes.byteLength).toBeGreaterThan(0);
        },
      ),
      { numRuns: 150, seed: 20_261_127 },
    );
  });
});

describe('a sound that is written anew', () => {
  const sounds: [name: string, bytes: () => Promise<Uint8Array> | Uint8Array, mime: string][] = [
    ['a recording in MP4', () => recordedSound('mp4'), 'video/mp4'],
    ['a recording in WebM', () => recordedSound('webm'), 'video/webm'],
    ['a recording in Ogg', () => recordedSound('ogg'), 'audio/ogg'],
    ['WAVE', () => waveSound(2), 'audio/wav'],
    ['MP3', () => mp3Sound(), 'audio/mpeg'],
  ];
  for (const [name, make, mime] of sounds) {
    it(`keeps of ${name} what is heard, its length, and nothing that was said of it`, async () => {
      const sent = await make();
      expect(textOf(sent)).toContain(PLACE_IN_SOUND);
      const before = await tracksOf(new Uint8Array(sent));
      const { inspected, bytes } = await inspect(new Uint8Array(sent));
      expect(inspected).toMatchObject({ mime, isBroken: false, hasPicture: false, width: null });
      expect(inspected?.durationMs).toBeGreaterThan(500);
      expect(textOf(bytes)).not.toContain(PLACE_IN_SOUND);
      const after = await tracksOf(new Uint8Array(bytes));
      expect(after.map(([type, times]) => [type, times.length])).toEqual(
        before.map(([type, times]) => [type, times.length]),
      );
    });
  }

  it('says how long it plays', async () => {
    expect((await inspect(waveSound(2))).inspected?.durationMs).toBe(2_000);
    expect((await inspect(mp3Sound(100))).inspected?.durationMs).toBeCloseTo(2_612, -2);
  });

  it('keeps no picture of what calls itself a sound', async () => {
    expect(await remux(film('with-places.mp4'), 'audio/mp4')).toBeNull();
  });

  it('is broken when it holds none', async () => {
    const { inspected } = await inspect(waveSound(0).slice(0, 40));
    expect(inspected).toMatchObject({ mime: 'audio/wav', isBroken: true });
  });
});
