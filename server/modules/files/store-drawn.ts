import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { LIMITS, type Media, newUntimedId, ProtocolError } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { files, fileUses } from '../../db/schema.ts';
import type { FileServices } from './context.ts';
import { assertDiskRoom } from './disk-floor.ts';
import { presentMedia } from './presenter.ts';
import { assertQuota } from './quota.ts';
import { type Reencoded, readHeader, reencode } from './re-encode.ts';
import { chargePixels, inUploadTurn } from './store-upload.ts';

type Deps = Pick<FileServices, 'storage' | 'inspector' | 'stagingDir' | 'freeBytes' | 'takeFromBucket'>;

/**
 * Draws a picture that the server itself has fetched for a member, small: judged by content, its header read before a pixel
 * is decoded, in the turns and buckets of that member's uploads. Of one that moves, the first frame.
 * @throws ProtocolError `unsupported_type`, `unreadable_media`, `rate_limited`, `unavailable`
 */
export const drawSmall = (services: Deps, ownerId: string, sent: Uint8Array): Promise<Reencoded> =>
  inUploadTurn(ownerId, async () => {
    const { inspected, bytes } = await services.inspector.inspect(ownerId, sent);
    if (inspected?.kind !== 'image') throw new ProtocolError('unsupported_type');
    if (inspected.isBroken) throw new ProtocolError('unreadable_media');
    const header = { ...(await readHeader(bytes)), moves: false };
    await chargePixels(services, ownerId, header.width * header.height);
    return reencode(bytes, header, { sideMax: LIMITS.previewSideMax });
  });

/** Puts the bytes of a drawn picture into the storage. Remove them when no row comes to name them. */
export const putDrawn = async (
  { storage, stagingDir, freeBytes }: Deps,
  { bytes, mime }: Reencoded,
): Promise<{ id: string; folder: string }> => {
  await mkdir(stagingDir, { recursive: true });
  await assertDiskRoom(stagingDir, freeBytes);
  const id = newUntimedId();
  const folder = `${id.slice(-2)}/${id}/${randomBytes(6).toString('hex')}`;
  await storage.put(`${folder}/whole`, bytes, mime);
  return { id, folder };
};

/**
 * Makes a drawn picture a file of a message's sender, which belongs to that message: who reads the one reads the other, and
 * it goes with it.
 * @throws ProtocolError `quota_full`
 */
export const addDrawn = async (
  tx: Transaction,
  { id, folder, drawn }: { id: string; folder: string; drawn: Reencoded },
  { messageId, ownerId, now }: { messageId: string; ownerId: string; now: Date },
): Promise<Media> => {
  const { bytes, mime, width, height, blurhash } = drawn;
  const size = bytes.byteLength;
  await assertQuota(tx, ownerId, [{ size }]);
  const [file] = await tx
    .insert(files)
    .values({
      ...{ id, ownerId, state: 'ready', kind: 'image', isNamed: true, storageKey: folder },
      ...{ mime, size, sentSize: size, width, height, blurhash, createdAt: now, readyAt: now },
    })
    .returning();
  if (!file) throw new ProtocolError('id_taken');
  await tx.insert(fileUses).values({ fileId: id, kind: 'message', targetId: messageId });
  return presentMedia(file, null);
};
