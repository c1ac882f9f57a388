/** TIFF 6.0: tags of an image file directory. */
const WIDTH = 256;
const HEIGHT = 257;
const ORIENTATION = 274;
const SHORT = 3;
/** From here on a picture lies on its side. */
const FIRST_TURNED = 5;
const ENTRY_BYTES = 12;
/** More are not counted. */
const PAGES_MAX = 2;

export type TiffHeader = { width: number; height: number; pages: number };

const part = async (file: Blob, at: number, bytes: number): Promise<DataView> =>
  new DataView(await file.slice(at, at + bytes).arrayBuffer());

/**
 * What a TIFF says of itself; most browsers do not draw one, and the server does.
 * @returns width and height in pixels as it is drawn, and pages, at most 2; null for other files, damaged ones and BigTIFF
 */
export const readTiff = async (file: Blob): Promise<TiffHeader | null> => {
  try {
    const head = await part(file, 0, 8);
    const order = head.getUint16(0);
    const isLittle = order === 0x4949;
    if ((!isLittle && order !== 0x4d4d) || head.getUint16(2, isLittle) !== 42) return null;
    const size = new Map<number, number>();
    let pages = 0;
    for (let at = head.getUint32(4, isLittle); at !== 0 && pages < PAGES_MAX; pages += 1) {
      const count = (await part(file, at, 2)).getUint16(0, isLittle);
      const entries = await part(file, at + 2, count * ENTRY_BYTES + 4);
      for (let entry = 0; entry < count && pages === 0; entry += 1) {
        const from = entry * ENTRY_BYTES;
        const isShort = entries.getUint16(from + 2, isLittle) === SHORT;
        const value = isShort ? entries.getUint16(from + 8, isLittle) : entries.getUint32(from + 8, isLittle);
        size.set(entries.getUint16(from, isLittle), value);
      }
      at = entries.getUint32(count * ENTRY_BYTES, isLittle);
    }
    const [width = 0, height = 0] = [size.get(WIDTH), size.get(HEIGHT)];
    if (width === 0 || height === 0) return null;
    const isTurned = (size.get(ORIENTATION) ?? 1) >= FIRST_TURNED;
    return isTurned ? { width: height, height: width, pages } : { width, height, pages };
  } catch (error) {
    // It points outside itself.
    if (error instanceof RangeError) return null;
    throw error;
  }
};
