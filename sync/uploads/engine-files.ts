import { LIMITS, type Media, type MediaKind, newUntimedId, ProtocolError } from '../../protocol/index.ts';
import type { Clock, FileSender, Ids } from '../platform/ports.ts';
import type { StateObservable } from '../state-observable.ts';
import type { StoreName } from '../storage/rows.ts';
import type { Storage, WriteTransaction } from '../storage/storage.ts';
import { changeUpload, putFile, readBytes } from './file-store.ts';
import { forgetUnowned, ownerStores } from './owned-files.ts';
import type { Preparation } from './preparing.ts';
import { namedFiles } from './queue-files.ts';
import type { Preparing, UploadRow } from './upload-row.ts';
import type { Uploader } from './uploader.ts';

export type FileToKeep = {
  bytes: Blob;
  kind: MediaKind;
  name: string;
  width?: number | null;
  height?: number | null;
  blurhash?: string | null;
  /** This is the still picture of that video, which is kept already. */
  posterOf?: string;
  /** For anonymous posts: an id that tells no time, and no second use of a file that is known under one's name. */
  isUntraceable?: boolean;
  /** Not before the network is one that costs nothing. */
  isWifiOnly?: boolean;
  /** The composer that shows it, until `letGo` or `discard`. */
  tray?: string;
  /** It is not sent before it is prepared. What is to be made small may be larger than what can be sent. */
  preparing?: Preparing;
};

/** The files of this device: kept at once, sent when a mutation names them. */
export type EngineFiles = {
  /**
   * Keeps a file until it is sent or discarded. The same bytes picked again are the same file.
   * @returns the id to name it by
   * @throws ProtocolError `too_large`, `unreadable_media` for nothing, `storage_full`
   */
  keep(file: FileToKeep): Promise<string>;
  /**
   * Keeps what files that are on the server look like, before a message names them here: its frames are whole before the
   * server has answered, without a network too.
   */
  remember(media: readonly Media[]): Promise<void>;
  readonly preparation: Preparation;
  /** The bytes, while the device has them. */
  read(id: string): Promise<Blob | null>;
  pause(id: string): Promise<void>;
  /** Goes on with what was paused, failed or waits for Wi-Fi. */
  resume(id: string): Promise<void>;
  /** Whether it waits for a network that costs nothing. */
  setWifiOnly(id: string, isWifiOnly: boolean): Promise<void>;
  /**
   * What named them is given up: they are kept for another draft, and not sent. What something
   * else names, too, goes on: the same bytes are one file.
   */
  release(ids: readonly string[]): Promise<void>;
  /** A composer shows files of a draft again. */
  show(ids: readonly string[], tray: string): Promise<void>;
  /** A composer shows them no more, as when it is left: whatever names them keeps them. */
  letGo(ids: readonly string[], tray: string): Promise<void>;
  /** They are taken out of a composer: forgotten when nothing else shows, names or awaits them. */
  discard(ids: readonly string[], tray?: string): Promise<void>;
  /** Whether the same bytes were sent under another id, where readers know whose they are. */
  wasSent(id: string): Promise<boolean>;
  /** Bytes sent so far, of what is being sent by this tab. */
  readonly progress: StateObservable<ReadonlyMap<string, number>>;
};

/** A file that arrived this long ago may have been swept as an orphan: it is sent again. */
const REUSE_MS = LIMITS.orphanFileMs / 2;

/** A file of the server's, as if this device had sent it and given up its bytes. */
const rememberedRow = ({ id, kind, ...seen }: Media, now: number): UploadRow => ({
  ...{ id, kind, name: seen.name ?? '', mime: seen.mime ?? '', size: seen.size ?? 0 },
  ...{ width: seen.width, height: seen.height, blurhash: seen.blurhash, posterId: seen.posterId },
  ...{ sha256: null, posterOf: null, state: 'done', isBegun: false, isWifiOnly: false },
  ...{ attempts: 0, notBefore: 0, error: null, hasBytes: false, createdAt: now, doneAt: now },
});

export const createEngineFiles = (options: {
  storage: Storage;
  userId: string;
  clock: Clock;
  ids: Ids;
  sender: FileSender;
  uploader: Uploader;
  preparation: Preparation;
  progress: StateObservable<ReadonlyMap<string, number>>;
}): EngineFiles => {
  const { storage, userId, clock, ids, sender, uploader, preparation, progress } = options;

  const isReusable = (row: UploadRow): boolean =>
    row.hasBytes && row.state !== 'failed' && (row.doneAt === null || clock.now() - row.doneAt < REUSE_MS);

  /** Finds the same bytes and shows them in the tray in one transaction: another tray may be discarding them. */
  const showSame = async (
    [index, key]: readonly ['sha256' | 'picked', string | null],
    file: FileToKeep,
  ): Promise<string | undefined> => {
    if (key === null || file.posterOf !== undefined) return undefined;
    return storage.write(['uploads'], async (tx) => {
      const same = await tx.getAllBy('uploads', index, key);
      const row = same.find((one) => one.kind === file.kind && one.name === file.name && isReusable(one));
      if (row !== undefined && file.tray !== undefined) await tx.put('uploads', [withTray(row, file.tray)]);
      return row?.id;
    });
  };

  const changeTrays = (
    ids: readonly string[],
    change: (row: UploadRow) => UploadRow,
    action: (tx: WriteTransaction, rows: readonly UploadRow[]) => Promise<void> = async () => undefined,
    stores: readonly StoreName[] = [],
  ): Promise<void> =>
    storage.write(['uploads', ...stores], async (tx) => {
      const rows = (await tx.getMany('uploads', ids)).filter((row) => row !== undefined).map(change);
      await tx.put('uploads', rows);
      await action(tx, rows);
    });

  return {
    progress,
    preparation,
    async keep(file) {
      if (file.bytes.size === 0) throw new ProtocolError('unreadable_media');
      const { preparing } = file;
      if (preparing !== 'small' && file.bytes.size > LIMITS.uploadBytesMax)
        throw new ProtocolError('too_large');
      // Reading a long film as a whole costs more memory than finding that it was picked twice is worth.
      const isLong = file.kind === 'video' && file.bytes.size > LIMITS.uploadBytesMax;
      const digest = file.isUntraceable || isLong ? null : await sender.digest(file.bytes);
      // Of a picture that is made small, these are not the bytes that are sent.
      const sha256 = preparing === 'small' ? null : digest;
      const picked = preparing === undefined || digest === null ? null : `${preparing} ${digest}`;
      const known = await showSame(picked === null ? ['sha256', sha256] : ['picked', picked], file);
      if (known !== undefined) return known;
      const id = file.isUntraceable ? newUntimedId() : ids.newId();
      const row: UploadRow = {
        id,
        kind: file.kind,
        name: file.name,
        mime: file.bytes.type,
        size: file.bytes.size,
        width: file.width ?? null,
        height: file.height ?? null,
        blurhash: file.blurhash ?? null,
        sha256,
        posterOf: file.posterOf ?? null,
        posterId: null,
        ...(preparing === undefined ? {} : { preparing }),
        ...(picked === null ? {} : { picked }),
        state: 'held',
        isBegun: false,
        isWifiOnly: file.isWifiOnly ?? false,
        attempts: 0,
        notBefore: 0,
        error: null,
        hasBytes: true,
        trays: file.tray === undefined ? [] : [file.tray],
        createdAt: clock.now(),
        doneAt: null,
      };
      await putFile(storage, row, file.bytes);
      const { posterOf } = row;
      if (posterOf !== null) await changeUpload(storage, posterOf, (video) => ({ ...video, posterId: id }));
      return id;
    },
    async remember(media) {
      const ready = media.filter(({ state }) => state === 'ready');
      await storage.write(['uploads'], async (tx) => {
        const known = await tx.getMany(
          'uploads',
          ready.map(({ id }) => id),
        );
        const unknown = ready.filter((_, at) => known[at] === undefined);
        await tx.put(
          'uploads',
          unknown.map((one) => rememberedRow(one, clock.now())),
        );
      });
    },
    async read(id) {
      const row = await storage.read(['uploads'], (tx) => tx.get('uploads', id));
      return row?.hasBytes ? readBytes(storage, row) : null;
    },
    async wasSent(id) {
      const own = await storage.read(['uploads'], (tx) => tx.get('uploads', id));
      if (own === undefined) return false;
      if (own.sha256 !== null && own.state !== 'held') return true;
      const bytes = await readBytes(storage, own);
      const sha256 = own.sha256 ?? (bytes && (await sender.digest(bytes)));
      if (sha256 === null) return false;
      const same = await storage.read(['uploads'], (tx) => tx.getAllBy('uploads', 'sha256', sha256));
      return same.some((row) => row.id !== id && row.state !== 'held');
    },
    async pause(id) {
      await changeUpload(storage, id, (row) =>
        row.state === 'queued' || row.state === 'sending' ? { ...row, state: 'paused' } : null,
      );
      uploader.interrupt(id);
    },
    async resume(id) {
      await changeUpload(storage, id, (row) =>
        row.state === 'done' || row.state === 'held'
          ? null
          : { ...row, state: 'queued', isWifiOnly: false, attempts: 0, notBefore: 0, error: null },
      );
      uploader.request(true);
    },
    async setWifiOnly(id, isWifiOnly) {
      await changeUpload(storage, id, (row) => ({ ...row, isWifiOnly }));
      uploader.request();
    },
    async release(released) {
      if (released.length === 0) return;
      const free = await storage.write(['uploads', 'outbox', 'messages'], async (tx) => {
        const outbox = await tx.getAll('outbox');
        const named = namedFiles(outbox.filter(({ state }) => state !== 'cancelling'));
        // Words that went ahead of it are in the outbox no more, and wait for it where they are read.
        for (const { senderId, media } of await tx.getAll('messages'))
          for (const { id, state } of media) if (senderId === userId && state === 'awaited') named.add(id);
        const rows = await tx.getMany(
          'uploads',
          released.filter((id) => !named.has(id)),
        );
        const unsent = rows.filter((row) => row !== undefined).filter(({ state }) => state !== 'done');
        const held = { state: 'held', attempts: 0, notBefore: 0, error: null } as const;
        await tx.put(
          'uploads',
          unsent.map((row) => ({ ...row, ...held })),
        );
        return unsent.map(({ id }) => id);
      });
      for (const id of free) uploader.interrupt(id);
    },
    show: (ids, tray) => changeTrays(ids, (row) => withTray(row, tray)),
    letGo: (ids, tray) => changeTrays(ids, (row) => withoutTray(row, tray)),
    discard: (ids, tray) =>
      changeTrays(ids, (row) => (tray === undefined ? row : withoutTray(row, tray)), forgetUnowned, [
        'blobs',
        ...ownerStores,
      ]),
  };
};

const withTray = (row: UploadRow, tray: string): UploadRow => ({
  ...row,
  trays: [...new Set([...(row.trays ?? []), tray])],
});

const withoutTray = (row: UploadRow, tray: string): UploadRow => ({
  ...row,
  trays: (row.trays ?? []).filter((one) => one !== tray),
});
