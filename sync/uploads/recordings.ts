import { LIMITS, ProtocolError, type Voice } from '../../protocol/index.ts';
import type { Clock, Ids } from '../platform/ports.ts';
import type { Storage } from '../storage/storage.ts';
import { addFiles, ownerOf, SHOWN_MS } from './file-owners.ts';
import { blobKey } from './file-store.ts';
import type { UploadRow } from './upload-row.ts';

/** A file whose bytes come while it is recorded. What has come is on the device, whatever becomes of the page. */
export type Recording = {
  readonly id: string;
  /**
   * Stores what was recorded since the last call. The calls may overlap: they are carried out in order.
   * @param voice of the whole recording by now
   * @throws ProtocolError `too_large` with nothing of this part stored, `not_found` when it was discarded, `storage_full`
   */
  append(part: Blob, voice: Voice): Promise<void>;
};

/** Begins a recording. It is held like a picked file; a draft names it while it grows. @throws ProtocolError `storage_full` */
export const beginRecording = async (
  { storage, clock, ids }: { storage: Storage; clock: Clock; ids: Ids },
  { mime, name, tray }: { mime: string; name: string; tray: string },
): Promise<Recording> => {
  const id = ids.newId();
  const row: UploadRow = {
    ...{ id, kind: 'file', name, mime, size: 0, width: null, height: null, blurhash: null },
    ...{ sha256: null, posterOf: null, posterId: null, state: 'held', isBegun: false, isWifiOnly: false },
    ...{ attempts: 0, notBefore: 0, error: null, hasBytes: true },
    ...{ createdAt: clock.now(), doneAt: null },
  };
  await storage.write(['uploads', 'fileOwners'], async (tx) => {
    await tx.put('uploads', [row]);
    await addFiles(tx, ownerOf('tray', tray), [id], clock.now() + SHOWN_MS);
  });
  let parts = 0;
  const append = async (part: Blob, voice: Voice): Promise<void> => {
    if (part.size === 0) return;
    const bytes = await part.arrayBuffer();
    await storage.write(['uploads', 'blobs'], async (tx) => {
      const now = await tx.get('uploads', id);
      if (now === undefined) throw new ProtocolError('not_found');
      if (now.size + bytes.byteLength > LIMITS.uploadBytesMax) throw new ProtocolError('too_large');
      await tx.put('blobs', [{ key: blobKey(id, parts), fileId: id, index: parts, bytes }]);
      await tx.put('uploads', [{ ...now, ...voice, size: now.size + bytes.byteLength }]);
    });
    parts += 1;
  };
  let queue: Promise<unknown> = Promise.resolve();
  return {
    id,
    append(part, voice) {
      const turn = queue.then(() => append(part, voice));
      queue = turn.catch(() => undefined);
      return turn;
    },
  };
};
