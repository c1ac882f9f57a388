/** How the media type of a HEIC stands in the row of its file, whatever the system called it. */
export const HEIC = 'image/heic';

/** ISO/IEC 23008-12, annex B: pictures and sequences that are compressed with HEVC. An AVIF names none of these. */
const BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const BRANDS_AT = 8;
/** Major brand, version, and so many compatible ones as no camera writes. */
const HEAD_BYTES = 128;

/** Whether a file is a HEIC, by its bytes: phones and messengers also call one `.jpg`. */
export const isHeic = async (file: Blob): Promise<boolean> => {
  const view = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const word = (at: number): string =>
    at + 4 > view.byteLength ? '' : String.fromCharCode(...[0, 1, 2, 3].map((by) => view.getUint8(at + by)));
  if (word(4) !== 'ftyp') return false;
  const end = Math.min(view.getUint32(0), view.byteLength);
  for (let at = BRANDS_AT; at + 4 <= end; at += 4) if (BRANDS.has(word(at))) return true;
  return false;
};
