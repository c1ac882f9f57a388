import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputTrack,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

/** Width and height as a player draws it: turned, and with square pixels. */
export type VideoFacts = { width: number | null; height: number | null };
export type Remuxed = VideoFacts & { bytes: Uint8Array };

const SIDE_MAX = 16_384;
const PICTURE_TRACKS_MAX = 4;
const SOUND_TRACKS_MAX = 8;

const formatOf = (mime: string): OutputFormat => {
  if (mime === 'video/webm') return new WebMOutputFormat();
  return mime === 'video/quicktime'
    ? new MovOutputFormat({ fastStart: 'in-memory' })
    : new Mp4OutputFormat({ fastStart: 'in-memory' });
};

type Copy = {
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
      sink,
      next,
      add: (packet) => source.add(packet, decoderConfig === undefined ? undefined : { decoderConfig }),
    };
  }
  return null;
};

/** Writes the packets of all tracks in the order of their times, as a player reads them. */
const copyPackets = async (copies: readonly Copy[]): Promise<void> => {
  // Sound may begin before zero; a new file begins at zero at the earliest.
  const start = Math.min(0, ...copies.flatMap(({ next }) => (next === null ? [] : [next.timestamp])));
  for (;;) {
    const first = copies
      .filter(({ next }) => next !== null)
      .sort((a, b) => (a.next?.timestamp ?? 0) - (b.next?.timestamp ?? 0))[0];
    if (first === undefined || first.next === null) return;
    const packet = first.next;
    await first.add(start === 0 ? packet : packet.clone({ timestamp: packet.timestamp - start }));
    first.next = await first.sink.getNextPacket(packet);
  }
};

const sizeOf = async (input: Input): Promise<VideoFacts> => {
  const track = await input.getPrimaryVideoTrack();
  const [width, height] = track ? [await track.getDisplayWidth(), await track.getDisplayHeight()] : [0, 0];
  const isSize = width > 0 && height > 0 && width <= SIDE_MAX && height <= SIDE_MAX;
  return isSize ? { width, height } : { width: null, height: null };
};

/**
 * Writes a film anew with its picture and sound tracks and nothing else: places, times, titles, chapters, attachments, and
 * tracks of data, text and timecode stay behind (docs/threat-model.md T16). Packets are copied, not encoded again.
 * @param mime `video/mp4`, `video/quicktime` or `video/webm`, the container in and out
 * @returns null when the file cannot be read as one, or has neither picture nor sound that its container can hold
 */
export const remux = async (bytes: Uint8Array, mime: string): Promise<Remuxed | null> => {
  using input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF, WEBM] });
  const target = new BufferTarget();
  const output = new Output({ format: formatOf(mime), target });
  try {
    const tracks = await input.getTracks();
    const pictures = tracks.filter((track) => track.isVideoTrack()).slice(0, PICTURE_TRACKS_MAX);
    const sounds = tracks.filter((track) => track.isAudioTrack()).slice(0, SOUND_TRACKS_MAX);
    const copies: Copy[] = [];
    for (const track of [...pictures, ...sounds]) {
      const copy = await openCopy(track, output);
      if (copy !== null) copies.push(copy);
    }
    if (copies.length === 0) return null;
    await output.start();
    await copyPackets(copies);
    await output.finalize();
    return target.buffer === null ? null : { ...(await sizeOf(input)), bytes: new Uint8Array(target.buffer) };
  } catch {
    await output.cancel().catch(() => undefined);
    return null;
  }
};
