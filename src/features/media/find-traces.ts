/** Marks of EXIF, XMP and IPTC in JPEG, PNG, WebP and HEIC, and of the place in films. */
const MARKS = [
  'Exif',
  'eXIf',
  'EXIF',
  'http://ns.adobe.com/xap/',
  'Photoshop 3.0',
  '\u00a9xyz',
  'com.apple.quicktime',
];
/** Cameras write them at the beginning, some encoders at the end. */
const LOOKED_AT = 256 * 1_024;

/** Whether a picked file says where, when or with what it was made. */
export const findTraces = async (file: Blob): Promise<boolean> => {
  const parts = [file.slice(0, LOOKED_AT), file.slice(Math.max(LOOKED_AT, file.size - LOOKED_AT))];
  const decoder = new TextDecoder('latin1');
  for (const part of parts) {
    const text = decoder.decode(await part.arrayBuffer());
    if (MARKS.some((mark) => text.includes(mark))) return true;
  }
  return false;
};
