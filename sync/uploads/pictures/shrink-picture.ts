import { encode } from 'blurhash';
import { fitPicture } from '../../../protocol/index.ts';
import { isAnimated } from './animation.ts';

/** A picture as it leaves the device. */
export type ShrunkPicture = { bytes: Blob; width: number; height: number; blurhash: string };

/** What a phone's screen shows sharply, at a weight that a bad link carries. */
const SIDE_MAX = 2_048;
const FACE_SIDE = 640;
const TARGET_BYTES = 400_000;
const QUALITIES = [0.82, 0.7, 0.56] as const;
const HASH_SIDE = 32;

/**
 * Scales a picture down and draws it anew, which also leaves behind where and with what it was taken. Runs in the picture
 * worker: a photo of twelve megapixels would stop the page for a second.
 */
export const shrinkPicture = async (file: Blob, isSquare = false): Promise<ShrunkPicture> => {
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' });
  // A picture that moves would stop doing so; one that is small already only loses by being drawn again.
  const isKept = !isSquare && (await isAnimated(file));
  return isKept ? measure(whole, file) : shrinkBitmap(whole, isSquare);
};

const measure = (bitmap: ImageBitmap, bytes: Blob): ShrunkPicture => {
  const { width, height } = bitmap;
  const seen = fitPicture(bitmap, SIDE_MAX);
  try {
    return { bytes, width, height, blurhash: hashOf(bitmap, seen.width, seen.height) };
  } finally {
    bitmap.close();
  }
};

/** The same of pixels that were decoded already, which are let go. */
export const shrinkBitmap = async (whole: ImageBitmap, isSquare: boolean): Promise<ShrunkPicture> => {
  const bitmap = isSquare ? await cutSquare(whole) : whole;
  try {
    const { width, height } = fitPicture(bitmap, SIDE_MAX);
    const blurhash = hashOf(bitmap, width, height);
    const canvas = draw(bitmap, width, height);
    return { bytes: await encodeWithin(canvas), width, height, blurhash };
  } finally {
    bitmap.close();
  }
};

/** The middle of a picture, for a face: as large as a face is ever shown. */
const cutSquare = async (whole: ImageBitmap): Promise<ImageBitmap> => {
  const side = Math.min(whole.width, whole.height);
  const [left, top] = [Math.floor((whole.width - side) / 2), Math.floor((whole.height - side) / 2)];
  const edge = Math.min(side, FACE_SIDE);
  const cut = await createImageBitmap(whole, left, top, side, side, {
    resizeWidth: edge,
    resizeHeight: edge,
    resizeQuality: 'high',
  });
  whole.close();
  return cut;
};

const draw = (bitmap: ImageBitmap, width: number, height: number): OffscreenCanvas => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas here');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
};

const encodeWithin = async (canvas: OffscreenCanvas): Promise<Blob> => {
  let smallest: Blob | null = null;
  for (const quality of QUALITIES) {
    let blob = await canvas.convertToBlob({ type: 'image/webp', quality });
    // Safari answers with PNG where it cannot write WebP.
    if (blob.type !== 'image/webp') blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (smallest === null || blob.size < smallest.size) smallest = blob;
    if (blob.size <= TARGET_BYTES) break;
  }
  if (smallest === null) throw new Error('Nothing was drawn');
  return smallest;
};

const hashOf = (bitmap: ImageBitmap, width: number, height: number): string => {
  const scale = HASH_SIDE / Math.max(width, height);
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const data = draw(bitmap, w, h).getContext('2d')?.getImageData(0, 0, w, h);
  if (!data) throw new Error('No canvas here');
  return w >= h ? encode(data.data, w, h, 4, 3) : encode(data.data, w, h, 3, 4);
};
