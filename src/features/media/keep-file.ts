import { LIMITS, type MediaKind, ProtocolError } from '../../../protocol/index.ts';
import type { Engine } from '../../../sync/index.ts';
import { readUploads } from '../../queries/uploads.ts';
import { isProgram } from './is-program.ts';
import { shrinkInWorker } from './pictures.ts';
import { makePoster } from './video-poster.ts';

/** What every browser draws; others are files like any other. */
const PICTURES = /^image\/(?:p?jpe?g|x?-?png|apng|webp|gif|avif|(?:x-ms-)?bmp)$/;
const VIDEOS = /^video\/(?:mp4|webm|quicktime|x-m4v)$/;

/** What a picked file is, as far as the device can tell; the server judges by the bytes. */
export const kindOfFile = (file: Pick<File, 'type'>): MediaKind => {
  if (PICTURES.test(file.type)) return 'image';
  return VIDEOS.test(file.type) ? 'video' : 'file';
};

export type KeepOptions = {
  kind: MediaKind;
  /** As it is, at full size; the server still removes what tells where it was taken. */
  isOriginal?: boolean;
  /** Cut to a square around its middle, for a face. */
  isSquare?: boolean;
  /** For anonymous posts. */
  isUntraceable?: boolean;
  /** The composer that shows it. */
  tray?: string;
};

export type KeptFile = { id: string; size: number; width: number | null; height: number | null };

/**
 * Brings a picked file into the form in which it travels and keeps it on the device.
 * @throws ProtocolError `too_large`, `unreadable_media`, `storage_full`
 */
export const keepFile = async (
  engine: Pick<Engine, 'files'>,
  file: File,
  { kind, isOriginal = false, isSquare = false, isUntraceable = false, tray }: KeepOptions,
): Promise<KeptFile> => {
  const inTray = tray === undefined ? {} : { tray };
  if (kind === 'image') return keepPicture(engine, file, { isOriginal, isSquare, isUntraceable, ...inTray });
  // Said before anything is read: a long film would only stop the phone.
  if (file.size > LIMITS.uploadBytesMax) throw new ProtocolError('too_large');
  if (kind === 'file') {
    if (await isProgram(file)) throw new ProtocolError('unsupported_type');
    const id = await engine.files.keep({ bytes: file, kind, name: file.name, isUntraceable, ...inTray });
    return { id, size: file.size, width: null, height: null };
  }
  const poster = await makePoster(file);
  const { width, height, blurhash } = poster;
  const id = await engine.files.keep({
    bytes: file,
    kind,
    name: 'video',
    width,
    height,
    blurhash,
    isUntraceable,
    ...inTray,
  });
  await engine.files.keep({ ...poster, kind: 'image', name: 'poster', posterOf: id, isUntraceable });
  return { id, size: file.size, width, height };
};

const keepPicture = async (
  engine: Pick<Engine, 'files'>,
  file: File,
  {
    isOriginal,
    isSquare,
    isUntraceable,
    ...inTray
  }: Required<Omit<KeepOptions, 'kind' | 'tray'>> & Pick<KeepOptions, 'tray'>,
): Promise<KeptFile> => {
  const shrunk = await shrinkInWorker(file, isSquare);
  const { width, height, blurhash } = shrunk;
  const bytes = isOriginal ? file : shrunk.bytes;
  // A picture's own name may tell who took it, and when.
  const id = await engine.files.keep({
    bytes,
    kind: 'image',
    name: 'picture',
    width,
    height,
    blurhash,
    isUntraceable,
    ...inTray,
  });
  return { id, size: bytes.size, width, height };
};

/**
 * The same bytes as another file, with an id that tells no time and is known under nobody's name. A video's still goes along.
 * @throws ProtocolError `unreadable_media` when the bytes are gone, `storage_full`
 */
export const keepUntraceably = async (
  engine: Pick<Engine, 'files' | 'db'>,
  id: string,
  tray: string,
): Promise<string> => {
  const [row] = await readUploads(engine, [id]);
  const bytes = row ? await engine.files.read(id) : null;
  if (!row || bytes === null) throw new ProtocolError('unreadable_media');
  const { kind, name, width, height, blurhash } = row;
  const details = { kind, name, width, height, blurhash, isUntraceable: true };
  const copy = await engine.files.keep({ ...details, bytes, tray });
  const [poster] = row.posterId === null ? [] : await readUploads(engine, [row.posterId]);
  const still = poster ? await engine.files.read(poster.id) : null;
  if (poster && still) {
    await engine.files.keep({ ...details, kind: 'image', name: 'poster', bytes: still, posterOf: copy });
  }
  return copy;
};
