import { LIMITS } from '../../../protocol/index.ts';

/** Enough of a PNG to reach the chunk that says that it moves, behind colour profiles and texts. */
const HEAD_BYTES = 262_144;

const text = (view: DataView, at: number): string =>
  at + 4 > view.byteLength ? '' : String.fromCharCode(...[0, 1, 2, 3].map((by) => view.getUint8(at + by)));

/** WebP container specification: the second bit of the flags in `VP8X`. */
const isAnimatedWebp = (view: DataView): boolean =>
  text(view, 8) === 'WEBP' && text(view, 12) === 'VP8X' && (view.getUint8(20) & 0x02) !== 0;

/** PNG specification, third edition: `acTL` stands before the first `IDAT`. */
const isAnimatedPng = (view: DataView): boolean => {
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const chunk = text(view, at + 4);
    if (chunk === 'acTL') return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
};

/** Whether a picture may move: drawn anew it would stop doing so. A GIF counts as one that does. */
export const isAnimated = async (file: Blob): Promise<boolean> => {
  const view = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (view.byteLength < 24) return false;
  if (text(view, 0) === 'GIF8') return true;
  if (text(view, 0) === 'RIFF') return isAnimatedWebp(view);
  return isPng(view) && isAnimatedPng(view);
};

const isPng = (view: DataView): boolean => view.getUint32(0) === 0x89504e47;

/**
 * Whether a picture would arrive as its first frame: it is a PNG that moves, of which the server's library reads no other, or
 * has more moving pixels than the server draws. The latter is false where the browser cannot tell (WebCodecs, `ImageDecoder`).
 */
export const wouldStandStill = async (file: Blob): Promise<boolean> => {
  if (!(await isAnimated(file))) return false;
  if (isPng(new DataView(await file.slice(0, 4).arrayBuffer()))) return true;
  if (typeof ImageDecoder === 'undefined') return false;
  const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type: file.type });
  try {
    await Promise.all([decoder.completed, decoder.tracks.ready]);
    const frames = decoder.tracks.selectedTrack?.frameCount ?? 1;
    const { image } = await decoder.decode();
    const pixels = image.codedWidth * image.codedHeight;
    image.close();
    return frames > 1 && (frames > LIMITS.imageFramesMax || frames * pixels > LIMITS.imagePixelsMax);
  } catch {
    // Whatever is wrong with it is said when it is prepared.
    return false;
  } finally {
    decoder.close();
  }
};
