import { fileTypeFromBuffer } from 'file-type';
import { type MediaKind, PROGRAM_TYPES } from '../../../protocol/index.ts';

export type Judged = { kind: MediaKind; mime: string };

const IMAGES = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/avif',
  // Few browsers draw it: others get what we have drawn of it (store-upload.ts).
  'image/tiff',
]);
/** By what names the recogniser knows them, and under which browsers play them. */
const SOUNDS: Readonly<Record<string, string>> = {
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/webm': 'audio/webm',
  'audio/ogg': 'audio/ogg',
  'audio/opus': 'audio/ogg',
  'audio/mpeg': 'audio/mpeg',
  'audio/wav': 'audio/wav',
  'audio/aac': 'audio/aac',
  'audio/flac': 'audio/flac',
  'audio/x-flac': 'audio/flac',
};
const VIDEOS = new Set(['video/mp4', 'video/x-m4v', 'video/quicktime', 'video/webm']);
/** Recognised by their first bytes and only ever downloaded. */
const KEPT = /^(?:audio|application|font)\//;

/** How much of a text is looked at for markup. */
const TEXT_HEAD = 65_536;
const MARKUP = /<(?:!doctype\s+html|html|head|body|svg|script|iframe|object|embed|meta|\?xml|\?php)[\s>/]/i;

/** What nothing opens by itself: it goes out as bytes, to be saved (headers.ts). */
const OPAQUE = { kind: 'file', mime: 'application/octet-stream' } as const;
/** What a browser could run if it were told the type. */
const ACTIVE = new Set(['application/xml', 'text/html']);

/**
 * What bytes are, judged by nothing but themselves: neither name nor header is asked. Null when they are refused: programs.
 * Markup, pictures and films that we cannot write anew, and unknown types, are kept as plain bytes.
 */
export const judgeType = async (bytes: Uint8Array): Promise<Judged | null> => {
  const found = await fileTypeFromBuffer(bytes);
  const mime = found?.mime.split(';', 1)[0];
  if (mime !== undefined && PROGRAM_TYPES.has(mime)) return null;
  if (mime !== undefined && IMAGES.has(mime)) return { kind: 'image', mime };
  if (mime !== undefined && VIDEOS.has(mime)) {
    return { kind: 'video', mime: mime === 'video/x-m4v' ? 'video/mp4' : mime };
  }
  if (mime !== undefined && SOUNDS[mime] !== undefined) return { kind: 'file', mime: SOUNDS[mime] };
  if (mime !== undefined && KEPT.test(mime) && !ACTIVE.has(mime)) return { kind: 'file', mime };
  if (mime !== undefined || isMarkup(bytes)) return OPAQUE;
  return isText(bytes) ? { kind: 'file', mime: 'text/plain' } : OPAQUE;
};

const headOf = (bytes: Uint8Array): string =>
  new TextDecoder(isUtf16(bytes) ?? 'utf-8').decode(bytes.subarray(0, TEXT_HEAD));

const isUtf16 = ([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
};

/** A browser takes for markup what begins like it; scripts may hide behind a comment or another encoding. */
const isMarkup = (bytes: Uint8Array): boolean => MARKUP.test(headOf(bytes));

const isText = (bytes: Uint8Array): boolean => {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};
