import { encode as encodeBlurhash } from 'blurhash';
import sharp from 'sharp';
import { fitPicture, LIMITS, ProtocolError } from '../../../protocol/index.ts';

/** A picture as others get it, and its smaller copies by the end of their keys. */
export type Reencoded = {
  bytes: Uint8Array;
  mime: string;
  width: number;
  height: number;
  blurhash: string;
  variants: { name: string; mime: string; bytes: Uint8Array }[];
};

const QUALITY = 84;
/** For a photo that would become larger than it was sent: it was compressed harder already. Below the last it would show. */
const LOWER_QUALITIES = [70, 50, 30];
const THUMBNAIL_QUALITY = 76;
const SECONDS_MAX = 20;
const HASH_SIDE = 32;

// One picture at a time per core: decoded pixels are what memory goes to.
sharp.concurrency(1);
sharp.cache(false);

/**
 * The time-out goes by the clock, and what there is to do is bounded by the pixels: needing longer means a busy machine,
 * which is no fault of the picture. Everything else that sharp says is about the picture.
 */
export const kindOf = (error: unknown): 'unavailable' | 'unreadable_media' =>
  // biome-ignore lint/plugin: sharp names its time-out nowhere else.
  error instanceof Error && error.message.startsWith('timeout:') ? 'unavailable' : 'unreadable_media';

/** What a picture says of itself. */
export type PictureHeader = {
  /** How many there are to decode, of all frames of one that moves. */
  pixels: number;
  /** Frames of an animation, or pages. */
  frames: number;
  moves: boolean;
  /** It moves, and is drawn as its first frame: it has more frames, or more pixels in them, than we draw. */
  stopsMoving: boolean;
  isJpeg: boolean;
  /** Of one frame, as it stands upright. */
  width: number;
  height: number;
};

/**
 * Reads what a picture says of itself before a pixel is decoded: a bomb costs its header.
 * @throws ProtocolError `unreadable_media` for what is broken or too large in pixels
 */
export const readHeader = (bytes: Uint8Array): Promise<PictureHeader> =>
  ofPicture(async () => {
    const { pages = 1, autoOrient, format } = await sharp(bytes, settings).metadata();
    const { width, height } = autoOrient;
    const pixels = width * height;
    if (pixels === 0 || pixels > LIMITS.imagePixelsMax) throw new ProtocolError('unreadable_media');
    const moves = pages > 1 && pages <= LIMITS.imageFramesMax && pages * pixels <= LIMITS.imagePixelsMax;
    return {
      pixels: moves ? pages * pixels : pixels,
      frames: pages,
      moves,
      stopsMoving: pages > 1 && !moves,
      isJpeg: format === 'jpeg',
      width,
      height,
    };
  });

/**
 * Draws a picture anew: what is not a pixel (place, camera, names, scripts behind the end) is gone, and it stands upright.
 * It is made no larger than `sideMax`.
 * @throws ProtocolError `unreadable_media` for what is broken, `unavailable` when it took too long
 */
export const reencode = (
  bytes: Uint8Array,
  header: PictureHeader,
  { sideMax = LIMITS.imageSideMax }: { sideMax?: number } = {},
): Promise<Reencoded> => ofPicture(() => draw(bytes, header, sideMax));

const ofPicture = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProtocolError ? error : new ProtocolError(kindOf(error), { cause: error });
  }
};

const settings = { limitInputPixels: LIMITS.imagePixelsMax, failOn: 'error' } as const;

const draw = async (bytes: Uint8Array, header: PictureHeader, sideMax: number): Promise<Reencoded> => {
  const { moves } = header;
  const side = { ...fitPicture(header, sideMax), fit: 'inside' } as const;
  // One pipeline: a JPEG is decoded at a fraction of its size where that is enough for the target.
  const encode = (quality: number) =>
    sharp(bytes, { ...settings, ...(moves ? { animated: true } : {}) })
      .autoOrient()
      .resize({ ...side, withoutEnlargement: true })
      .webp({ quality, effort: 2, smartSubsample: true })
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer({ resolveWithObject: true });
  let full = await encode(QUALITY);
  // Its sender was told how large it is. Devices send WebP, which would cost a second pass each time and wins little.
  for (const quality of header.isJpeg ? LOWER_QUALITIES : [])
    if (full.data.byteLength > bytes.byteLength) full = await encode(quality);
  // Of a moving picture the info tells the height of all frames together.
  const size = { width: full.info.width, height: full.info.pageHeight ?? full.info.height };
  const variants = await drawSmaller(full.data, size.width);
  const [smallest] = variants;
  if (smallest) {
    const avif = await sharp(smallest.bytes).avif({ quality: 50, effort: 1 }).toBuffer();
    if (avif.byteLength < smallest.bytes.byteLength) {
      variants.push({ name: smallest.name.replace('webp', 'avif'), mime: 'image/avif', bytes: avif });
    }
  }
  return {
    bytes: full.data,
    mime: 'image/webp',
    ...size,
    blurhash: await hashOf(smallest?.bytes ?? full.data),
    variants,
  };
};

/** The smaller copies, narrowest first. Each is drawn from the pixels of the next wider one: the whole is decoded once. */
const drawSmaller = async (whole: Uint8Array, width: number): Promise<Reencoded['variants']> => {
  const variants: Reencoded['variants'] = [];
  let wider = sharp(whole, { limitInputPixels: LIMITS.imagePixelsMax });
  for (const edge of LIMITS.thumbnailWidths.toSorted((a, b) => b - a)) {
    if (width <= edge) continue;
    const { data, info } = await wider.resize({ width: edge }).raw().toBuffer({ resolveWithObject: true });
    const pixels = { width: info.width, height: info.height, channels: info.channels };
    wider = sharp(data, { raw: pixels });
    const bytes = await wider.clone().webp({ quality: THUMBNAIL_QUALITY, effort: 3 }).toBuffer();
    variants.unshift({ name: `${edge}.webp`, mime: 'image/webp', bytes });
  }
  return variants;
};

/** A few letters that stand for the picture until it has come. */
const hashOf = async (bytes: Uint8Array): Promise<string> => {
  const { data, info } = await sharp(bytes, { limitInputPixels: LIMITS.imagePixelsMax })
    .resize({ width: HASH_SIDE, height: HASH_SIDE, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isWide = info.width >= info.height;
  return encodeBlurhash(new Uint8ClampedArray(data), info.width, info.height, isWide ? 4 : 3, isWide ? 3 : 4);
};
