import { type MediaKind, ProtocolError } from '../../../protocol/index.ts';
import { type Engine, HEIC, isAnimated, isHeic } from '../../../sync/index.ts';
import { readUploads } from '../../queries/uploads.ts';
import { isProgram } from './is-program.ts';
import { oddPictureOf } from './odd-picture.ts';

/** What every browser draws; others are files like any other. */
const PICTURES = /^image\/(?:p?jpe?g|x?-?png|apng|webp|gif|avif)$/;
const VIDEOS = /^video\/(?:mp4|webm|quicktime|x-m4v)$/;

/**
 * What a picked file is, as far as the device can tell; the server judges by the bytes.
 * @param withFiles files are taken, too: what few browsers draw goes as one. Elsewhere it is drawn, or it is said why not
 */
export const kindOfFile = (file: Pick<File, 'type' | 'name'>, withFiles: boolean): MediaKind => {
  if (PICTURES.test(file.type)) return 'image';
  const odd = oddPictureOf(file);
  if (odd === 'bmp' || (odd !== null && !withFiles)) return 'image';
  return VIDEOS.test(file.type) ? 'video' : 'file';
};

export type KeepOptions = {
  kind: MediaKind;
  /** As it is, at full size; the server still removes what tells where it was taken. */
  isOriginal?: boolean;
  /** For anonymous posts. */
  isUntraceable?: boolean;
};

export type KeptFile = { id: string; size: number };

/** By its type a row tells that it waits for the code that decodes it. */
const calledHeic = async (file: File): Promise<Blob> =>
  file.type !== HEIC && (await isHeic(file)) ? new Blob([file], { type: HEIC }) : file;

/** A picture's own name may tell who took it, and when. One that moves may have to go as a file. */
const nameOf = async (file: File, kind: MediaKind): Promise<string> => {
  if (kind === 'file') return file.name;
  if (kind === 'video') return 'video';
  return (await isAnimated(file)) ? file.name : 'picture';
};

/**
 * Keeps a picked file as it is, so that it can be named at once and nothing is lost with the screen; `preparePicked` brings it
 * into the form in which it travels.
 * @param tray the composer that shows it
 * @throws ProtocolError `too_large`, `unsupported_type`, `unreadable_media` for nothing, `storage_full`
 */
export const keepPicked = async (
  engine: Pick<Engine, 'files'>,
  file: File,
  { kind, isOriginal = false, isUntraceable = false, tray }: KeepOptions & { tray: string },
): Promise<KeptFile> => {
  if (kind === 'file' && (await isProgram(file))) throw new ProtocolError('unsupported_type');
  const bytes = kind === 'image' ? await calledHeic(file) : file;
  // Of these the server could not draw what was picked.
  const isKept = isOriginal && bytes.type !== HEIC && oddPictureOf(file) !== 'bmp';
  const id = await engine.files.keep({
    ...{ bytes, kind, isUntraceable, tray },
    name: await nameOf(file, kind),
    ...(kind === 'image' ? { preparing: isKept ? 'original' : 'small' } : {}),
    ...(kind === 'video' ? { preparing: isOriginal ? 'still' : 'small' } : {}),
  });
  return { id, size: file.size };
};

/**
 * Keeps the picture of a person or a group as it was picked; `preparePicked` cuts a small square of it.
 * @throws ProtocolError `unreadable_media` for nothing, `storage_full`
 */
export const keepFace = async (engine: Pick<Engine, 'files'>, file: File, tray: string): Promise<string> =>
  engine.files.keep({
    ...{ bytes: await calledHeic(file), kind: 'image', name: 'picture', tray },
    preparing: 'face',
  });

/**
 * The same bytes as another file, with an id that tells no time and names no member. A video's still goes along; what is still
 * to be prepared is prepared under the new id.
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
  const { kind, name, width, height, blurhash, preparing } = row;
  const details = { kind, name, width, height, blurhash, isUntraceable: true };
  const copy = await engine.files.keep({
    ...{ ...details, bytes, tray },
    ...(preparing === undefined ? {} : { preparing }),
  });
  const [poster] = row.posterId === null ? [] : await readUploads(engine, [row.posterId]);
  const still = poster ? await engine.files.read(poster.id) : null;
  if (poster && still) {
    await engine.files.keep({ ...details, kind: 'image', name: 'poster', bytes: still, posterOf: copy });
  }
  return copy;
};
