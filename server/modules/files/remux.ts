import {
  ADTS,
  AdtsOutputFormat,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FLAC,
  FlacOutputFormat,
  Input,
  type InputFormat,
  type InputTrack,
  MovOutputFormat,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

/** What a player needs to know: width and height as it draws a film, turned and with square pixels, and how long it plays. */
export type PlayedFacts = {
  width: number | null;
  height: number | null;
  durationMs: number | null;
  hasPicture: boolean;
};
export type Remuxed = PlayedFacts & { bytes: Uint8Array };

const SIDE_MAX = 16_384;
const PICTURE_TRACKS_MAX = 4;
const SOUND_TRACKS_MAX = 8;

const DURATION_MAX_MS = 2 ** 31 - 1;

type Container = { readonly read: readonly InputFormat[]; readonly write: () => OutputFormat };

const FILM: readonly InputFormat[] = [MP4, QTFF, WEBM];
const mp4: Container = { read: FILM, write: () => new Mp4OutputFormat({ fastStart: 'in-memory' }) };
const webm: Container = { read: FILM, write: () => new WebMOutputFormat() };

/** What is written anew, by the type that `judgeType` gives it: the same container in and out. */
const CONTAINERS: Readonly<Record<string, Container>> = {
  'video/mp4': mp4,
  'video/quicktime': { read: FILM, write: () => new MovOutputFormat({ fastStart: 'in-memory' }) },
  'video/webm': webm,
  'audio/mp4': mp4,
  'audio/webm': webm,
  'audio/ogg': { read: [OGG], write: () => new OggOutputFormat() },
  'audio/mpeg': { read: [MP3], write: () => new Mp3OutputFormat() },
  'audio/wav': { read: [WAVE], write: () => new WavOutputFormat() },
  'audio/aac': { read: [ADTS], write: () => new AdtsOutputFormat() },
  'audio/flac': { read: [FLAC], write: () => new FlacOutputFormat() },
};

export const isRemuxed = (mime: string): boolean => CONTAINERS[mime] !== undefined;

type Copy = {
  readonly isPicture: boolean;
  readonly sink: EncodedPacketSink;
  next: EncodedPacket | null;
  add(packet: EncodedPacket): Promise<void>;
};

/** Declares a track of the new file; null for what is neither picture nor sound, or has a codec that the format cannot hold. */
const openCopy = async (track: InputTrack, output: Output): Promise<Copy | null> => {
  const sink = new EncodedPacketSink(track);
  const next = await sink.getFirstPacket();
  if (track.isVideoTrack()) {
    const codec = await track.getCodec();
    if (codec === null || !output.format.getSupportedVideoCodecs().includes(codec)) return null;
    const source = new EncodedVideoPacketSource(codec);
    output.addVideoTrack(source, { rotation: await track.getRotation() });
    const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
    return {
      isPicture: true,
      sink,
      next,
      add: (packet) => source.add(packet, decoderConfig === undefined ? undefined : { decoderConfig }),
    };
  }
  if (track.isAudioTrack()) {
    const codec = await track.getCodec();
    if (codec === null || !output.format.getSupportedAudioCodecs().includes(codec)) return null;
    const source = new EncodedAudioPacketSource(codec);
    output.addAudioTrack(source);
    const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
    return {
      isPicture: false,
      sink,
      next,
      add: (packet) => source.add(packet, decoderConfig === undefined ? undefined : { decoderConfig }),
    };
  }
  return null;
};

/** Writes the packets of all tracks in the order of their times, as a player reads them. @returns when the last one ends, in seconds */
const copyPackets = async (copies: readonly Copy[]): Promise<number> => {
  let end = 0;
  // Sound may begin before zero; a new file begins at zero at the earliest.
  const start = Math.min(0, ...copies.flatMap(({ next }) => (next === null ? [] : [next.timestamp])));
  for (;;) {
    const first = copies
      .filter(({ next }) => next !== null)
      .sort((a, b) => (a.next?.timestamp ?? 0) - (b.next?.timestamp ?? 0))[0];
    if (first === undefined || first.next === null) return end;
    const packet = first.next;
    await first.add(start === 0 ? packet : packet.clone({ timestamp: packet.timestamp - start }));
    end = Math.max(end, packet.timestamp - start + packet.duration);
    first.next = await first.sink.getNextPacket(packet);
  }
};

const sizeOf = async (input: Input): Promise<Pick<PlayedFacts, 'width' | 'height'>> => {
  const track = await input.getPrimaryVideoTrack();
  const [width, height] = track ? [await track.getDisplayWidth(), await track.getDisplayHeight()] : [0, 0];
  const isSize = width > 0 && height > 0 && width <= SIDE_MAX && height <= SIDE_MAX;
  return isSize ? { width, height } : { width: null, height: null };
};

/**
 * Writes a film or a sound anew with its picture and sound tracks and nothing else: places, times, titles, covers, chapters,
 * attachments, and tracks of data, text and timecode stay behind (docs/threat-model.md T16). Packets are copied, not encoded
 * again. A sound keeps no picture.
 * @param mime one of which `isRemuxed` is true: the container in and out
 * @returns null when the file cannot be read as one, or its container can hold none of its pictures or none of its sounds
 */
export const remux = async (bytes: Uint8Array, mime: string): Promise<Remuxed | null> => {
  const container = CONTAINERS[mime];
  if (container === undefined) return null;
  using input = new Input({ source: new BufferSource(bytes), formats: [...container.read] });
  const target = new BufferTarget();
  const output = new Output({ format: container.write(), target });
  try {
    const tracks = await input.getTracks();
    const most = output.format.getSupportedTrackCounts().audio.max;
    const pictures = mime.startsWith('audio/')
      ? []
      : tracks.filter((track) => track.isVideoTrack()).slice(0, PICTURE_TRACKS_MAX);
    const sounds = tracks.filter((track) => track.isAudioTrack()).slice(0, Math.min(most, SOUND_TRACKS_MAX));
    const copies: Copy[] = [];
    for (const tracks of [pictures, sounds]) {
      const held = copies.length;
      for (const track of tracks) {
        const copy = await openCopy(track, output);
        if (copy !== null) copies.push(copy);
      }
      // A second sound track may stay behind (phones add one for headphones), but not all that there is to see or to hear.
      if (tracks.length > 0 && copies.length === held) return null;
    }
    if (copies.length === 0) return null;
    await output.start();
    const seconds = await copyPackets(copies);
    await output.finalize();
    if (target.buffer === null) return null;
    const size = mime.startsWith('audio/') ? { width: null, height: null } : await sizeOf(input);
    const durationMs = Math.round(Math.min(seconds * 1_000, DURATION_MAX_MS));
    const hasPicture = copies.some(({ isPicture }) => isPicture);
    return { ...size, durationMs, hasPicture, bytes: new Uint8Array(target.buffer) };
  } catch {
    await output.cancel().catch(() => undefined);
    return null;
  }
};
