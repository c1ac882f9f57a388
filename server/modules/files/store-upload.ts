import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import {
  cutText,
  LIMITS,
  newUntimedId,
  normalizeText,
  ProtocolError,
  type UploadDetails,
} from '../../../protocol/index.ts';
import { files } from '../../db/schema.ts';
import { takeForAccount } from '../../plugins/rate-limits.ts';
import type { FileServices } from './context.ts';
import { createFairTurns } from './fair-turns.ts';
import { fillFile } from './fill-file.ts';
import type { Inspected } from './inspect.ts';
import type { StoredFile } from './presenter.ts';
import { type Reencoded, readHeader, reencode } from './re-encode.ts';

/**
 * Decoded pictures are large: two at once keep the memory of a small machine and the other requests alive. They are never
 * of one account, so that the large ones of one are not in the way of another's small one.
 */
const turns = createFairTurns({ atOnce: 2 });

/** Buckets count megabytes and megapixels. */
const MEGA = 1_000_000;

export type Upload = UploadDetails & {
  ownerId: string;
  /** Where its bytes lie, whole. */
  path: string;
  /** Announced as one, whatever it is; what names it in a message says so, too. */
  isDocument?: boolean;
};

/**
 * The one way in for bytes, behind `POST /files` and a finished resumable upload alike: judged by content, pictures drawn
 * anew, stored, and given to whatever awaits them. The same upload twice is one file. Accounts take turns, and each has
 * buckets of bytes and pixels.
 * @throws ProtocolError `too_large`, `unsupported_type`, `unreadable_media`, `quota_full`, `id_taken`, `rate_limited`
 */
export const storeUpload = (services: FileServices, upload: Upload): Promise<StoredFile> =>
  turns.take(upload.ownerId, async () => {
    // A client that brings no id may name the file in an anonymous post: its id tells no time.
    const id = upload.id ?? newUntimedId();
    const known = await findFile(services, id);
    if (known && known.ownerId !== upload.ownerId) throw new ProtocolError('id_taken');
    if (known?.state === 'ready') return known;
    const sent = await readFile(upload.path);
    if (sent.byteLength > LIMITS.uploadBytesMax) throw new ProtocolError('too_large');
    if (sent.byteLength === 0) throw new ProtocolError('unreadable_media');
    await charge(services, upload, 'uploadBytes', sent.byteLength);
    // A voice message is played, or nothing.
    const isVoice = known !== undefined && known.waveform !== null;
    const isDocument = known === undefined ? upload.isDocument === true : known.kind === 'file';
    return storeBytes(services, { ...upload, id, isDocument, isVoice }, sent);
  });

/**
 * Before the bytes of an upload are read: whether its account has as many waiting as it may.
 * @throws ProtocolError `rate_limited`
 */
export const assertUploadTurn = (ownerId: string): void => turns.assertRoom(ownerId);

/** For pictures that the server fetches for a member: in the turns of the member's uploads. @throws as `storeUpload` */
export const inUploadTurn = turns.take;

export const chargePixels = (
  services: Pick<FileServices, 'takeFromBucket'>,
  ownerId: string,
  pixels: number,
): Promise<void> => charge(services, { ownerId }, 'uploadPixels', pixels);

const charge = (
  { takeFromBucket }: Pick<FileServices, 'takeFromBucket'>,
  { ownerId }: Pick<Upload, 'ownerId'>,
  limit: 'uploadBytes' | 'uploadPixels',
  amount: number,
): Promise<void> => takeForAccount(takeFromBucket, limit, ownerId, Math.ceil(amount / MEGA));

export const findFile = async ({ db }: FileServices, id: string): Promise<StoredFile | undefined> => {
  const [file] = await db.select().from(files).where(eq(files.id, id));
  return file;
};

const storeBytes = async (
  services: FileServices,
  upload: Upload & {
    id: string /** A message has announced it as a file with a name. */;
    isDocument: boolean;
    isVoice: boolean;
  },
  sent: Buffer,
): Promise<StoredFile> => {
  const { id, ownerId } = upload;
  const sentSize = sent.byteLength;
  // A copy: the thread takes the buffer over, and a small file's may be a slice of a pool that others use.
  const { inspected: judged, bytes } = await services.inspector.inspect(ownerId, new Uint8Array(sent));
  const inspected = judged && asAnnounced(judged, upload);
  if (!inspected) throw new ProtocolError('unsupported_type');
  if (inspected.isBroken) throw new ProtocolError('unreadable_media');
  if (upload.posterOf !== undefined && inspected.kind !== 'image')
    throw new ProtocolError('unsupported_type');
  const picture = inspected.kind === 'image' ? await drawAnew(services, upload, inspected, bytes) : null;
  const kept = picture || inspected.kind !== 'image' ? inspected : { ...inspected, ...OPAQUE };
  // Each attempt writes beside the others: two copies of one upload never share a key.
  const folder = `${id.slice(-2)}/${id}/${randomBytes(6).toString('hex')}`;
  try {
    const stored = picture ?? { ...kept, bytes, blurhash: null, variants: [] };
    await putAll(services, folder, stored);
    const { file, isNew } = await fillFile(services, {
      id,
      ownerId,
      kind: kept.kind,
      mime: stored.mime,
      size: stored.bytes.byteLength,
      sentSize,
      width: stored.width,
      height: stored.height,
      blurhash: stored.blurhash,
      durationMs: kept.durationMs,
      name: kept.kind === 'file' ? cleanName(upload.filename) : null,
      storageKey: folder,
      variants: stored.variants.map(({ name }) => name),
      posterOf: upload.posterOf ?? null,
    });
    if (!isNew) await services.storage.remove(folder);
    return file;
  } catch (error) {
    await services.storage.remove(folder).catch(() => undefined);
    throw error;
  }
};

/** Bytes to be saved, which nothing opens by itself (headers.ts). */
const OPAQUE = { kind: 'file', mime: 'application/octet-stream' } as const;

/** An animation that is no document: its sender would not know that others see one frame of it. */
const wouldStandStill = (): ProtocolError =>
  new ProtocolError('unsupported_type', {
    errors: [
      {
        field: 'file',
        message:
          'This animation would become a still picture. Send it as an animated WebP or GIF of fewer pixels, or as a file in a message',
      },
    ],
  });

/**
 * Draws a picture anew. A document that is damaged, would stop moving, or is no picture that browsers draw, is kept as any other
 * file: its receiver may have what reads it.
 * @returns null for such a document
 * @throws ProtocolError `unreadable_media`, `unsupported_type` for what would stop moving, `unavailable`, `rate_limited`
 */
const drawAnew = async (
  services: FileServices,
  upload: Pick<Upload, 'ownerId' | 'posterOf'> & { isDocument: boolean; isVoice: boolean },
  { mime }: Pick<Inspected, 'mime'>,
  bytes: Uint8Array,
): Promise<Reencoded | null> => {
  const isDocument = upload.isDocument && !upload.isVoice;
  const isStill = upload.posterOf !== undefined;
  const isTiff = mime === 'image/tiff';
  try {
    const header = await readHeader(bytes);
    // The pages of a scan are no frames, and a document keeps all of them.
    if (isTiff && !isStill && (isDocument || header.frames > 1)) return null;
    // Of a PNG that moves sharp reads the first frame alone, and tells of no other.
    const standsStill = header.stopsMoving || mime === 'image/apng';
    if (isDocument && standsStill) return null;
    if (standsStill && !isStill) throw wouldStandStill();
    await charge(services, upload, 'uploadPixels', header.pixels);
    // No larger than devices make the stills of videos.
    return await reencode(bytes, header, isStill ? { sideMax: LIMITS.stillSideMax } : {});
  } catch (error) {
    const isUnreadable = error instanceof ProtocolError && error.kind === 'unreadable_media';
    if (isDocument && isUnreadable) return null;
    throw error;
  }
};

/**
 * A film that was sent as a document stays one, and as it is where it cannot be written anew; of pictures `drawAnew` decides.
 * A recording without pictures that has a name is a sound, whatever its container can hold.
 */
const asAnnounced = (
  judged: Inspected,
  upload: Pick<Upload, 'filename'> & { isDocument: boolean; isVoice: boolean },
): Inspected => {
  if (judged.kind === 'image') return judged;
  // A sound that cannot be written anew is a document like any other, whichever came first, its words or its bytes.
  const isDocument = upload.isDocument || judged.kind === 'file';
  if (judged.isBroken && isDocument && !upload.isVoice) return { ...judged, ...OPAQUE, isBroken: false };
  if (judged.kind !== 'video') return judged;
  const isSound = !judged.hasPicture && (upload.isDocument || upload.filename !== undefined);
  if (isSound) return { ...judged, kind: 'file', mime: SOUND_OF[judged.mime] ?? judged.mime };
  return upload.isDocument ? { ...judged, kind: 'file' } : judged;
};

const SOUND_OF: Readonly<Record<string, string>> = {
  'video/mp4': 'audio/mp4',
  'video/quicktime': 'audio/mp4',
  'video/webm': 'audio/webm',
};

const putAll = async (
  { storage }: FileServices,
  folder: string,
  { bytes, mime, variants }: Pick<Reencoded, 'bytes' | 'mime' | 'variants'>,
): Promise<void> => {
  await storage.put(`${folder}/whole`, bytes, mime);
  for (const variant of variants) await storage.put(`${folder}/${variant.name}`, variant.bytes, variant.mime);
};

const PATH_OR_CONTROL = /^.*[/\\]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A name for people: no path, no controls, no direction marks that make `exe` look like `jpg`. */
export const cleanName = (filename: string | undefined): string | null => {
  const name =
    filename === undefined
      ? ''
      : cutText(normalizeText(filename, 'NFC').replace(PATH_OR_CONTROL, '').trim(), LIMITS.fileNameMax);
  return name === '' || /^\.+$/.test(name) ? null : name;
};
