import type { Decoder } from './decoder.ts';

/**
 * The long sides in pixels, by turns: enough for a code at arm's length, and quickly looked through. The reader misses one
 * code in fifty at any one size, and hardly any at all of them.
 */
const FRAME_SIDES = [800, 560, 400];
/** A code in a photo may be small, or so large that its squares blur: several sizes are tried. */
const PICTURE_SIDES = [1_600, 800, 400];

const canvas = (width: number, height: number) => {
  const drawn = document.createElement('canvas');
  drawn.width = width;
  drawn.height = height;
  return drawn.getContext('2d', { willReadFrequently: true, alpha: false });
};

const pixelsOf = (
  source: CanvasImageSource,
  width: number,
  height: number,
  side: number,
): ImageData | null => {
  const scale = Math.min(1, side / Math.max(width, height));
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const context = canvas(w, h);
  context?.drawImage(source, 0, 0, w, h);
  return context?.getImageData(0, 0, w, h) ?? null;
};

/** What the camera sees now, for the how manieth look; null while it sees nothing. */
export const frameOf = (video: HTMLVideoElement, look: number): ImageData | null =>
  video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0
    ? null
    : pixelsOf(video, video.videoWidth, video.videoHeight, FRAME_SIDES[look % FRAME_SIDES.length] ?? 0);

/** The code in a picture from the gallery. @returns null when there is none, or the file is no picture */
export const readPicture = async (decoder: Decoder, file: Blob): Promise<string | null> => {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    for (const side of PICTURE_SIDES) {
      const pixels = pixelsOf(picture, picture.width, picture.height, side);
      const text = pixels && (await decoder.read(pixels));
      if (text !== null) return text;
    }
    return null;
  } finally {
    picture.close();
  }
};
