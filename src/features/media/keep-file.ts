import { LIMITS, type MediaKind, ProtocolError } from '../../../protocol/index.ts';
import type { Engine } from '../../../sync/index.ts';
import { shrinkInWorker } from './pictures.ts';
import { makePoster } from './video-poster.ts';

const PICTURES = /^image\/(?!svg)/;
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
  /** For anonymous posts. */
  isUntraceable?: boolean;
};

export type KeptFile = { id: string; size: number; width: number | null; height: number | null };

/**
 * Brings a picked file into the form in which it travels and keeps it on the device.
 * @throws ProtocolError `too_large`, `unreadable_media`, `storage_full`
 */
export const keepFile = async (
  engine: Pick<Engine, 'files'>,
  file: File,
  { kind, isOriginal = false, isUntraceable = false }: KeepOptions,
): Promise<KeptFile> => {
  if (kind === 'image') return keepPicture(engine, file, { isOriginal, isUntraceable });
  // Said before anything is read: a long film would only stop the phone.
  if (file.size > LIMITS.uploadBytesMax) throw new ProtocolError('too_large');
  if (kind === 'file') {
    const id = await engine.files.keep({ bytes: file, kind, name: file.name, isUntraceable });
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
  });
  await engine.files.keep({ ...poster, kind: 'image', name: 'poster', posterOf: id, isUntraceable });
  return { id, size: file.size, width, height };
};

const keepPicture = async (
  engine: Pick<Engine, 'files'>,
  file: File,
  { isOriginal, isUntraceable }: { isOriginal: boolean; isUntraceable: boolean },
): Promise<KeptFile> => {
  const shrunk = await shrinkInWorker(file);
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
  });
  return { id, size: bytes.size, width, height };
};
