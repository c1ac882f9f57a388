import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';

/** A place that no stored sound may contain. */
export const PLACE_IN_SOUND = 'GPS 14.599';

const formats: Record<'mp4' | 'webm' | 'ogg', () => OutputFormat> = {
  mp4: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  webm: () => new WebMOutputFormat(),
  ogg: () => new OggOutputFormat(),
};

/** 20 ms of silence in Opus, mono (RFC 6716). */
const SILENCE = new Uint8Array([0xf8, 0xff, 0xfe]);

/** A second of silence with a title that tells a place: as a phone records a memo. */
export const recordedSound = async (container: keyof typeof formats): Promise<Uint8Array<ArrayBuffer>> => {
  const target = new BufferTarget();
  const output = new Output({ format: formats[container](), target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  output.setMetadataTags({ title: PLACE_IN_SOUND, comment: PLACE_IN_SOUND });
  await output.start();
  const description = Buffer.from('OpusHead\x01\x01\x38\x01\x80\xbb\0\0\0\0\0', 'latin1');
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description };
  for (let at = 0; at < 50; at += 1)
    await source.add(new EncodedPacket(SILENCE, 'key', at / 50, 1 / 50), { decoderConfig });
  await output.finalize();
  if (target.buffer === null) throw new Error('Nothing was written');
  return new Uint8Array(target.buffer);
};

/** `seconds` of silence at 8 kHz, with a LIST chunk that tells a place. */
export const waveSound = (seconds = 1): Uint8Array<ArrayBuffer> => {
  const text = Buffer.from(`${PLACE_IN_SOUND}\0`.padEnd(16, '\0'));
  const info = Buffer.concat([Buffer.from('INFOINAM'), Buffer.from([text.length, 0, 0, 0]), text]);
  const samples = Buffer.alloc(8_000 * 2 * seconds);
  const chunk = (name: string, body: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from(name), size, body]);
  };
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(8_000, 4);
  format.writeUInt32LE(16_000, 8);
  format.writeUInt16LE(2, 12);
  format.writeUInt16LE(16, 14);
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    chunk('fmt ', format),
    chunk('LIST', info),
    chunk('data', samples),
  ]);
  return new Uint8Array(chunk('RIFF', body));
};

/** Silent frames of MPEG-1 layer III at 128 kbit/s, behind an ID3 title that tells a place. */
export const mp3Sound = (frames = 100): Uint8Array<ArrayBuffer> => {
  const text = Buffer.concat([Buffer.from([0]), Buffer.from(PLACE_IN_SOUND)]);
  const title = Buffer.concat([Buffer.from('TIT2'), Buffer.from([0, 0, 0, text.length, 0, 0]), text]);
  const head = Buffer.concat([Buffer.from('ID3'), Buffer.from([3, 0, 0, 0, 0, 0, title.length])]);
  const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413)]);
  return new Uint8Array(Buffer.concat([head, title, ...Array.from({ length: frames }, () => frame)]));
};
