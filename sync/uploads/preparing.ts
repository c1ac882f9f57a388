import {
  type ErrorDetail,
  type ErrorKind,
  errorKinds,
  isUntimedId,
  LIMITS,
  newUntimedId,
} from '../../protocol/index.ts';
import type { FileSender, Ids } from '../platform/ports.ts';
import type { Storage } from '../storage/storage.ts';
import { changeUpload, readBytes, replaceFile } from './file-store.ts';
import { preparations, type UploadRow } from './upload-row.ts';

/** A picked file in the form in which it travels. */
export type PreparedFile = {
  /** Null: the bytes stay as they were picked. */
  bytes: Blob | null;
  width: number;
  height: number;
  blurhash: string | null;
  /** Of a film that the browser plays. */
  still?: { bytes: Blob; width: number; height: number; blurhash: string };
};

/**
 * Files that were picked and named and are not in the form in which they travel yet. A page or a worker that can
 * draw pictures prepares them; until then they are not sent.
 */
export type Preparation = {
  /** @returns what is to be prepared, oldest first */
  list(): Promise<UploadRow[]>;
  /**
   * Counts an attempt: a file that ends the page each time would never let the app start again.
   * @returns the bytes; null when it is prepared, gone or given up
   */
  begin(id: string): Promise<Blob | null>;
  /** Puts the prepared file in place of what was picked, and sends it if something names it. @throws ProtocolError `storage_full` */
  finish(id: string, file: PreparedFile): Promise<void>;
  /**
   * The member has to say what it is to go as: an animation that would stand still.
   * @returns false: it is on its way already, or not to be prepared any more
   */
  ask(id: string): Promise<boolean>;
  /** It cannot be read, or not be brought into that form. */
  fail(id: string, why?: ErrorKind): Promise<void>;
};

/** A page that ends this often while a file is prepared ends because of it. */
const ATTEMPTS_MAX = 5;

const detail = (code: ErrorKind): ErrorDetail => ({ code, message: errorKinds[code].message });

export const createPreparation = (options: {
  storage: Storage;
  ids: Ids;
  sender: FileSender;
  /** It may be sent now, or never will be: what waits for it goes on or is told. */
  onSettled(): void;
}): Preparation => {
  const { storage, ids, sender } = options;

  const fail = async (id: string, why: ErrorKind = 'unreadable_media'): Promise<void> => {
    await changeUpload(storage, id, ({ preparing, ...row }) => {
      if (preparing === undefined) return null;
      // A film that is on its way, or has arrived, goes without a still.
      if (row.isBegun || row.state === 'done') return row;
      return { ...row, preparing, state: 'failed', error: detail(why) };
    });
    options.onSettled();
  };

  return {
    list: () =>
      storage.read(['uploads'], async (tx) => {
        const rows = await Promise.all(preparations.map((what) => tx.getAllBy('uploads', 'preparing', what)));
        return rows
          .flat()
          .filter(({ state }) => state !== 'failed')
          .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
      }),
    async begin(id) {
      const row = await changeUpload(storage, id, (now) =>
        now.preparing === undefined || now.preparing === 'asked' || now.state === 'failed'
          ? null
          : { ...now, preparations: (now.preparations ?? 0) + 1 },
      );
      if (row === null) return null;
      const bytes = (row.preparations ?? 0) > ATTEMPTS_MAX ? null : await readBytes(storage, id);
      if (bytes === null) await fail(id);
      return bytes;
    },
    async finish(id, { bytes, still, ...seen }) {
      const stillId = isUntimedId(id) ? newUntimedId() : ids.newId();
      const sha256 = bytes === null || isUntimedId(id) ? null : await sender.digest(bytes);
      const added = still === undefined ? [] : [{ id: stillId, bytes: still.bytes }];
      await replaceFile(storage, id, [...(bytes === null ? [] : [{ id, bytes }]), ...added], (picked) => {
        if (picked.preparing === undefined || picked.preparing === 'asked') return [];
        const { preparing: _done, preparations: _begun, ...row } = picked;
        const size = bytes?.size ?? row.size;
        const prepared: UploadRow = {
          ...{ ...row, ...seen, size, mime: bytes?.type ?? row.mime, attempts: 0 },
          ...(bytes === null ? {} : { sha256 }),
          ...(still === undefined ? {} : { posterId: stillId }),
          ...(size > LIMITS.uploadBytesMax ? { state: 'failed', error: detail('too_large') } : {}),
        };
        if (still === undefined) return [prepared];
        const { picked: _film, ...rest } = prepared;
        const { bytes: drawn, ...measures } = still;
        const poster: UploadRow = {
          ...{ ...rest, ...measures, id: stillId, kind: 'image', name: 'poster' },
          ...{ size: drawn.size, mime: drawn.type, sha256: null, posterOf: id, posterId: null },
          // The film may have gone ahead.
          ...(rest.state === 'held' ? {} : { state: 'queued' as const }),
          ...{ isBegun: false, attempts: 0, notBefore: 0, error: null, hasBytes: true, doneAt: null },
        };
        return [poster, prepared];
      });
      options.onSettled();
    },
    ask: async (id) =>
      (await changeUpload(storage, id, (row) =>
        row.state === 'held' && row.preparing !== undefined ? { ...row, preparing: 'asked' } : null,
      )) !== null,
    fail,
  };
};
