import type { Decoder } from './decoder.ts';
import { applyView, viewOf } from './views.ts';

/** The long sides in pixels, by turns: enough for a code at arm's length, and quickly looked through. */
const FRAME_SIDES = [800, 560, 400];
/** A code in a photo may be small, or so large that its squares blur: several sizes are tried. */
const PICTURE_SIDES = [1_600, 800, 400];
/**
 * In one code of twenty-five the reader takes something else for a corner, at every size, as long as the code stands
 * straight: as it does on every screenshot. Turned a little, it is read (measured: 4 of 100 straight, none turned).
 */
const TURN = Math.PI / 12;

const canvas = (width: number, height: number, alpha = false) => {
  const drawn = document.createElement('canvas');
  drawn.width = width;
  drawn.height = height;
  return drawn.getContext('2d', { willReadFrequently: true, alpha });
};

const pixelsOf = (
  source: CanvasImageSource,
  width: number,
  height: number,
  { side, turn, ground = '#fff' }: { side: number; turn: number; ground?: string },
): ImageData | null => {
  const scale = Math.min(1, side / Math.max(width, height));
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  // Nothing is cut off by turning it.
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const [outerW, outerH] = [Math.ceil(w * cos + h * sin), Math.ceil(w * sin + h * cos)];
  const context = canvas(outerW, outerH);
  if (!context) return null;
  context.fillStyle = ground;
  context.fillRect(0, 0, outerW, outerH);
  context.translate(outerW / 2, outerH / 2);
  context.rotate(turn);
  context.drawImage(source, -w / 2, -h / 2, w, h);
  return context.getImageData(0, 0, outerW, outerH);
};

/**
 * What the camera sees now, for the how manieth look: every size, straight and turned, and by turns in the views that a reader
 * may need. Null while it sees nothing.
 */
export const frameOf = (video: HTMLVideoElement, look: number): ImageData | null => {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return null;
  const side = FRAME_SIDES[look % FRAME_SIDES.length] ?? 0;
  const turn = look % 2 === 0 ? 0 : TURN;
  const frame = pixelsOf(video, video.videoWidth, video.videoHeight, { side, turn });
  const view = viewOf(look);
  if (frame !== null && view !== null) applyView(frame, view);
  return frame;
};

/** A white code on nothing is seen on a dark ground alone. */
const isTransparent = (picture: ImageBitmap): boolean => {
  const side = 64;
  const context = canvas(side, side, true);
  context?.drawImage(picture, 0, 0, side, side);
  const { data } = context?.getImageData(0, 0, side, side) ?? { data: [] };
  return data.some((value, at) => at % 4 === 3 && value < 128);
};

/** The code in a picture from the gallery. @returns null when there is none, or the file is no picture */
export const readPicture = async (decoder: Decoder, file: Blob): Promise<string | null> => {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    for (const ground of isTransparent(picture) ? ['#fff', '#000'] : ['#fff'])
      for (const turn of [0, TURN])
        for (const side of PICTURE_SIDES) {
          const pixels = pixelsOf(picture, picture.width, picture.height, { side, turn, ground });
          const text = pixels && (await decoder.read(pixels, true));
          if (text !== null) return text;
        }
    return null;
  } finally {
    picture.close();
  }
};
