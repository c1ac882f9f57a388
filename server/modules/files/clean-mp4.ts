/** Boxes that say where, when, with what and by whom something was filmed (docs/threat-model.md T16). */
const TELLING = new Set(['udta', 'meta', 'uuid', 'XMP_', 'loci', 'iods']);
/** Boxes whose content is boxes again, on the way to those. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'moof', 'traf', 'edts', 'mvex']);
const DEPTH_MAX = 8;
const BOXES_MAX = 50_000;

export type VideoFacts = { width: number | null; height: number | null };

/**
 * Empties what tells too much in an MP4 or QuickTime file, in place: such a box becomes `free` of the same size, so that no
 * offset elsewhere in the file has to change. Times of creation become zero.
 * @returns the size of its picture, as far as the file says; null when its boxes make no sense
 */
export const cleanMp4 = (bytes: Uint8Array): VideoFacts | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const facts: VideoFacts = { width: null, height: null };
  let boxes = 0;

  const walk = (start: number, end: number, depth: number): boolean => {
    let at = start;
    while (at + 8 <= end) {
      boxes += 1;
      if (boxes > BOXES_MAX || depth > DEPTH_MAX) return false;
      const box = readBox(view, at, end);
      if (box === null) return false;
      const { type, body, next } = box;
      if (TELLING.has(type)) {
        writeType(bytes, at, 'free');
        bytes.fill(0, body, next);
      } else if (type === 'mvhd' || type === 'tkhd' || type === 'mdhd') {
        clearTimes(view, body, next);
        if (type === 'tkhd') readSize(view, next, body, facts);
      } else if (CONTAINERS.has(type) && !walk(body, next, depth + 1)) return false;
      at = next;
    }
    return true;
  };
  return walk(0, bytes.byteLength, 0) ? facts : null;
};

type Box = { type: string; body: number; next: number };

const readBox = (view: DataView, at: number, end: number): Box | null => {
  const short = view.getUint32(at);
  const type = String.fromCharCode(
    view.getUint8(at + 4),
    view.getUint8(at + 5),
    view.getUint8(at + 6),
    view.getUint8(at + 7),
  );
  if (short === 0) return { type, body: at + 8, next: end };
  if (short !== 1) return short < 8 || at + short > end ? null : { type, body: at + 8, next: at + short };
  if (at + 16 > end) return null;
  const long = Number(view.getBigUint64(at + 8));
  return long < 16 || at + long > end ? null : { type, body: at + 16, next: at + long };
};

const writeType = (bytes: Uint8Array, at: number, type: string): void => {
  for (let index = 0; index < 4; index += 1) bytes[at + 4 + index] = type.charCodeAt(index);
};

/** Version 0 has two times of 4 bytes behind its flags, version 1 two of 8. */
const clearTimes = (view: DataView, body: number, next: number): void => {
  const length = view.getUint8(body) === 1 ? 16 : 8;
  for (let at = body + 4; at < body + 4 + length && at < next; at += 1) view.setUint8(at, 0);
};

/** The last eight bytes of a track's header: width and height in 16.16; a turned track changes them over. */
const readSize = (view: DataView, next: number, body: number, facts: VideoFacts): void => {
  if (next - body < 80) return;
  const width = Math.round(view.getUint32(next - 8) / 65_536);
  const height = Math.round(view.getUint32(next - 4) / 65_536);
  if (width === 0 || height === 0 || width > 16_384 || height > 16_384) return;
  const isTurned = view.getInt32(next - 44) === 0 && view.getInt32(next - 40) !== 0;
  facts.width = isTurned ? height : width;
  facts.height = isTurned ? width : height;
};
