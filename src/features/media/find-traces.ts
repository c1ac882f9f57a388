/** Marks of EXIF, XMP and IPTC in JPEG, PNG, WebP and HEIC, and of the place and the camera in films. */
const MARKS = [
  'Exif',
  'eXIf',
  'EXIF',
  'http://ns.adobe.com/xap/',
  'Photoshop 3.0',
  '\u00a9xyz',
  'com.apple.quicktime',
  // Measurements of action cameras, and of phones, in a track of their own.
  'GoPro MET',
  'gpmd',
  'mebx',
];
/** Cameras write them at the beginning, some encoders at the end. */
const LOOKED_AT = 256 * 1_024;

/** Drones write where they are as subtitles: `GPS (14.5995, 120.9842, 17)`, `[latitude: 14.5995]`, `GPS(120.9842,14.5995,17)`. */
const PLACE =
  /\bGPS ?\(\s*[+-]?\d{1,3}\.\d|\b(?:lat(?:itude)?|long?(?:itude)?|longtitude)\s*[:=]\s*[+-]?\d{1,3}\.\d/i;
/** Subtitles lie between the pictures, a few in each second: where there are any, they are in the first megabytes. */
const FILM_LOOKED_AT = 16 * 1_024 * 1_024;
const STEP = 1_024 * 1_024;
/** What a subtitle across two steps needs to be seen in one of them. */
const OVERLAP = 64;

/** Whether a picked file says where, when or with what it was made. */
export const findTraces = async (file: Blob): Promise<boolean> => {
  const parts = [file.slice(0, LOOKED_AT), file.slice(Math.max(LOOKED_AT, file.size - LOOKED_AT))];
  for (const part of parts) {
    const text = await textOf(part);
    if (MARKS.some((mark) => text.includes(mark))) return true;
  }
  // A film whose beginning nobody knows may have any type, or none.
  const isUnknown = file.type === '' || file.type === 'application/octet-stream';
  return (isUnknown || file.type.startsWith('video/')) && tellsPlace(file);
};

const tellsPlace = async (film: Blob): Promise<boolean> => {
  const end = Math.min(film.size, FILM_LOOKED_AT);
  for (let at = 0; at < end; at += STEP)
    if (PLACE.test(await textOf(film.slice(at, at + STEP + OVERLAP)))) return true;
  return false;
};

const textOf = async (part: Blob): Promise<string> =>
  new TextDecoder('latin1').decode(await part.arrayBuffer());
