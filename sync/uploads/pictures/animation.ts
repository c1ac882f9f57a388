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

type Frames = { readonly count: number; readonly pixels: number };

/** GIF89a, sections 18 to 25. Of a file that ends too early what was found until then. */
const framesOfGif = (view: DataView): Frames => {
  const pixels = view.getUint16(6, true) * view.getUint16(8, true);
  const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = 13 + tableBytes(view.getUint8(10));
  let count = 0;
  const skipBlocks = (): void => {
    while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  };
  while (at + 10 < view.byteLength) {
    const begins = view.getUint8(at);
    if (begins === 0x21) at += 2;
    else if (begins === 0x2c) {
      count += 1;
      // The code size of its first byte of data stands before the blocks.
      at += 11 + tableBytes(view.getUint8(at + 9));
    } else break;
    skipBlocks();
  }
  return { count, pixels };
};

/** WebP container specification: the canvas in `VP8X`, and one `ANMF` for each frame. */
const framesOfWebp = (view: DataView): Frames => {
  const side = (at: number): number => 1 + view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  let count = 0;
  for (let at = 12; at + 8 <= view.byteLength; ) {
    if (text(view, at) === 'ANMF') count += 1;
    const size = view.getUint32(at + 4, true);
    at += 8 + size + (size % 2);
  }
  return { count, pixels: side(24) * side(27) };
};

/**
 * Whether a picture would arrive as its first frame: it is a PNG that moves, of which the server's library reads no other, or
 * has more moving pixels than the server draws (server/modules/files/re-encode.ts). Nothing is decoded.
 */
export const wouldStandStill = async (file: Blob): Promise<boolean> => {
  if (!(await isAnimated(file))) return false;
  const view = new DataView(await file.arrayBuffer());
  if (isPng(view)) return true;
  // What is shorter than what it begins with is damaged, which is said when it is prepared.
  if (view.byteLength < 30) return false;
  const { count, pixels } = text(view, 0) === 'RIFF' ? framesOfWebp(view) : framesOfGif(view);
  return count > 1 && (count > LIMITS.imageFramesMax || count * pixels > LIMITS.imagePixelsMax);
};
