import {
  BlobSource,
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  getFirstEncodableVideoCodec,
  Input,
  type InputTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { AUDIO_BITS_PER_SECOND, type FilmShape, planConversion } from './plan-conversion.ts';

/** Properties of a film, read from its header. */
export type FilmFacts = {
  /** Null for an unknown codec. */
  codec: string | null;
  /** In pixels, as it is drawn. */
  width: number;
  height: number;
  seconds: number;
  /** Its picture and its sound have codecs that the server can write anew (server/modules/files/remux.ts). */
  isCarried: boolean;
  /** This browser can decode it and encode one of `CODECS`. */
  isConvertible: boolean;
};

/** A request of the page: the properties of a film, or its conversion to at most `bytesMax`. */
export type FilmRequest = { ask: 'facts'; film: Blob } | { ask: 'convert'; film: Blob; bytesMax: number };
export type FilmAnswer =
  | { is: 'begun' }
  | { is: 'facts'; facts: FilmFacts }
  | { is: 'progress'; share: number }
  | { is: 'film'; film: Blob }
  | { is: 'tooLong' }
  | { is: 'failed' };

const FORMATS = [MP4, QTFF, WEBM];
/** In order of preference: every browser plays H.264; the others are for browsers that cannot encode it. */
const CODECS = ['avc', 'vp9', 'vp8'] as const;
/** Shares of the byte limit to aim at: an encoder may exceed its target bitrate. */
const TRIES = [1, 0.75, 0.5];

const answer = (said: FilmAnswer): void => self.postMessage(said);

const openFilm = (film: Blob): Input => new Input({ source: new BlobSource(film), formats: FORMATS });

const shapeOf = async (input: Input, track: InputVideoTrack): Promise<FilmShape> => ({
  width: await track.getDisplayWidth(),
  height: await track.getDisplayHeight(),
  seconds: await input.computeDuration(),
});

/** For transparency the library starts workers from blob URLs, which our content security policy forbids. */
const isTransparent = async (track: InputVideoTrack): Promise<boolean> =>
  (await new EncodedPacketSink(track).getFirstPacket())?.sideData.alpha !== undefined;

const hasKnownCodec = async (tracks: readonly InputTrack[]): Promise<boolean> =>
  tracks.length === 0 ||
  (await Promise.all(tracks.map((one) => one.getCodec()))).some((codec) => codec !== null);

const readFacts = async (film: Blob): Promise<FilmAnswer> => {
  const input = openFilm(film);
  const track = await input.getPrimaryVideoTrack();
  if (track === null) return { is: 'failed' };
  const isReadable =
    typeof VideoDecoder === 'function' && (await track.canDecode()) && !(await isTransparent(track));
  const isWritable =
    typeof VideoEncoder === 'function' && (await getFirstEncodableVideoCodec([...CODECS])) !== null;
  const codec = await track.getCodec();
  const isCarried =
    (await hasKnownCodec(await input.getVideoTracks())) &&
    (await hasKnownCodec(await input.getAudioTracks()));
  const isConvertible = isReadable && isWritable;
  return { is: 'facts', facts: { codec, ...(await shapeOf(input, track)), isCarried, isConvertible } };
};

const convert = async (film: Blob, bytesMax: number): Promise<FilmAnswer> => {
  for (const share of TRIES) {
    const input = openFilm(film);
    const track = await input.getPrimaryVideoTrack();
    if (track === null) return { is: 'failed' };
    const plan = planConversion(await shapeOf(input, track), bytesMax * share);
    if (plan === null) return { is: 'tooLong' };
    const { width, height, bitsPerSecond } = plan;
    const quality = new Quality({ bitrate: bitsPerSecond });
    const codec = await getFirstEncodableVideoCodec([...CODECS], { width, height, quality });
    if (codec === null) return { is: 'failed' };
    const isMp4 = codec === 'avc';
    const target = new BufferTarget();
    const output = new Output({
      format: isMp4 ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat(),
      target,
    });
    const conversion = await Conversion.init({
      ...{ input, output, tracks: 'primary', tags: {}, showWarnings: false },
      video: {
        codec,
        width,
        height,
        fit: 'fill',
        quality,
        frameRate: 30,
        forceTranscode: true,
        allowTransformationMetadata: false,
      },
      // AAC is played everywhere and is copied; most browsers cannot encode it, and would produce Opus instead.
      audio: async (sound) =>
        (await sound.getCodec()) === 'aac'
          ? {}
          : { quality: new Quality({ bitrate: AUDIO_BITS_PER_SECOND }), numberOfChannels: 2 },
    });
    if (!conversion.isValid) return { is: 'failed' };
    conversion.onProgress = (done) => answer({ is: 'progress', share: done });
    await conversion.execute();
    const { buffer } = target;
    if (buffer !== null && buffer.byteLength <= bytesMax)
      return { is: 'film', film: new Blob([buffer], { type: isMp4 ? 'video/mp4' : 'video/webm' }) };
  }
  return { is: 'tooLong' };
};

self.addEventListener('message', ({ data }: MessageEvent<FilmRequest>) => {
  const work = data.ask === 'facts' ? readFacts(data.film) : convert(data.film, data.bytesMax);
  work.then(answer, () => answer({ is: 'failed' }));
});

// A worker whose script could not be fetched ends with the same event as one that a film has broken.
answer({ is: 'begun' });
