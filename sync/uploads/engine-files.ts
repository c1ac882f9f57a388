import {
  LIMITS,
  type Media,
  type MediaKind,
  type MediaSize,
  newUntimedId,
  ProtocolError,
  soundOf,
} from '../../protocol/index.ts';
import type { Clock, FileSender, Ids } from '../platform/ports.ts';
import type { StateObservable } from '../state-observable.ts';
import type { Storage, WriteTransaction } from '../storage/storage.ts';
import {
  addFiles,
  fileStores,
  isCarrier,
  LEFT_MS,
  ownerOf,
  ownersOf,
  removeFiles,
  SHOWN_MS,
} from './file-owners.ts';
import { changeUpload, forgetUnowned, putFile, readBytes, replaceFile } from './file-store.ts';
import { stopUncarried } from './outbox-files.ts';
import type { Preparation } from './preparing.ts';
import { beginRecording, type Recording } from './recordings.ts';
import { isMadeSmall, type Preparing, type UploadRow } from './upload-row.ts';
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
  /** The composer that shows it, until `letGo` or `discard`. Without one it is kept for as long as after `letGo`. */
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
  /** How wide and high something is that was picked, for who names it before it is prepared. */
  measured(id: string, size: MediaSize): Promise<void>;
  /** Begins a file whose bytes come while they are recorded. @throws ProtocolError `storage_full` */
  record(recording: { mime: string; name: string; tray: string }): Promise<Recording>;
  /** The bytes, while the device has them. */
  read(id: string): Promise<Blob | null>;
  pause(id: string): Promise<void>;
  /** Goes on with what was paused, failed or waits for Wi-Fi. */
  resume(id: string): Promise<void>;
  /** Whether it waits for a network that costs nothing. */
  setWifiOnly(id: string, isWifiOnly: boolean): Promise<void>;
  /**
   * Messages wait for it that have arrived, and it will not be sent for them. What something else names, too, goes on.
   * @param messageId of several messages, the one that goes without it
   */
  giveUp(id: string, messageId?: string): Promise<void>;
  /** A composer shows files of a draft again. */
  show(ids: readonly string[], tray: string): Promise<void>;
  /** A composer shows them no more, as when it is left: they stay for a while, for what names them next. */
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
  ...soundOf(seen),
  ...{ sha256: null, posterOf: null, state: 'done', isBegun: false, isWifiOnly: false },
  ...{ attempts: 0, notBefore: 0, error: null, hasBytes: false, createdAt: now, doneAt: now },
});

export const createEngineFiles = (options: {
  storage: Storage;
  clock: Clock;
  ids: Ids;
  sender: FileSender;
  uploader: Uploader;
  preparation: Preparation;
  progress: StateObservable<ReadonlyMap<string, number>>;
}): EngineFiles => {
  const { storage, clock, ids, sender, uploader, preparation, progress } = options;

  const isReusable = (row: UploadRow): boolean =>
    row.hasBytes && row.state !== 'failed' && (row.doneAt === null || clock.now() - row.doneAt < REUSE_MS);

  /** Finds the same bytes and shows them in the tray in one transaction: another tray may be discarding them. */
  const showSame = async (
    [index, key]: readonly ['sha256' | 'picked', string | null],
    file: FileToKeep,
  ): Promise<string | undefined> => {
    if (key === null || file.posterOf !== undefined) return undefined;
    return storage.write(['uploads', 'fileOwners'], async (tx) => {
      const same = await tx.getAllBy('uploads', index, key);
      const row = same.find((one) => one.kind === file.kind && one.name === file.name && isReusable(one));
      if (row !== undefined) await own(tx, row.id, file.tray);
      return row?.id;
    });
  };

  const own = (tx: WriteTransaction, id: string, tray: string | undefined): Promise<void> =>
    tray === undefined
      ? addFiles(tx, ownerOf('left', id), [id], clock.now() + LEFT_MS)
      : addFiles(tx, ownerOf('tray', tray), [id], clock.now() + SHOWN_MS);

  /** The still of a film that is kept already; nothing when that is gone. */
  const putStill = (row: UploadRow, filmId: string, bytes: Blob): Promise<void> =>
    replaceFile(storage, filmId, [{ id: row.id, bytes }], (film) => [row, { ...film, posterId: row.id }]);

  return {
    progress,
    preparation,
    async keep(file) {
      if (file.bytes.size === 0) throw new ProtocolError('unreadable_media');
      const { preparing } = file;
      if (!isMadeSmall(preparing) && file.bytes.size > LIMITS.uploadBytesMax)
        throw new ProtocolError('too_large');
      // Reading a long film as a whole costs more memory than finding that it was picked twice is worth.
      const isLong = file.kind === 'video' && file.bytes.size > LIMITS.uploadBytesMax;
      const digest = file.isUntraceable || isLong ? null : await sender.digest(file.bytes);
      // Of a picture that is made small, these are not the bytes that are sent.
      const sha256 = isMadeSmall(preparing) ? null : digest;
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
        createdAt: clock.now(),
        doneAt: null,
      };
      if (row.posterOf !== null) await putStill(row, row.posterOf, file.bytes);
      else await putFile(storage, row, file.bytes, (tx) => own(tx, id, file.tray));
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
    async measured(id, { width, height }) {
      await changeUpload(storage, id, (row) =>
        row.preparing === undefined || row.width !== null ? null : { ...row, width, height },
      );
    },
    record: (recording) => beginRecording({ storage, clock, ids }, recording),
    read: (id) => readBytes(storage, id),
    async wasSent(id) {
      const own = await storage.read(['uploads'], (tx) => tx.get('uploads', id));
      if (own === undefined) return false;
      if (own.sha256 !== null && own.state !== 'held') return true;
      const bytes = await readBytes(storage, id);
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
      await storage.write(['uploads', 'fileOwners'], async (tx) => {
        const row = await tx.get('uploads', id);
        if (row === undefined || row.state === 'done' || row.state === 'held') return;
        const isWanted = row.posterOf !== null || (await ownersOf(tx, id)).some(isCarrier);
        const state = isWanted ? 'queued' : 'held';
        await tx.put('uploads', [
          { ...row, state, isWifiOnly: false, attempts: 0, notBefore: 0, error: null },
        ]);
      });
      uploader.request(true);
    },
    async setWifiOnly(id, isWifiOnly) {
      await changeUpload(storage, id, (row) => ({ ...row, isWifiOnly }));
      uploader.request();
    },
    async giveUp(id, messageId) {
      await storage.write([...fileStores, 'outbox'], async (tx) => {
        const row = await tx.get('uploads', id);
        // The still of a film was named with it.
        const gone = row?.posterId == null ? [id] : [id, row.posterId];
        for (const owner of await ownersOf(tx, id))
          if (
            messageId === undefined ? owner.startsWith('message:') : owner === ownerOf('message', messageId)
          )
            await removeFiles(tx, owner, gone);
        await stopUncarried(tx, gone, await tx.getAll('outbox'));
      });
      uploader.interrupt(id);
    },
    show: (ids, tray) =>
      storage.write(['uploads', 'fileOwners'], async (tx) => {
        const here = (await tx.getMany('uploads', ids)).flatMap((row) => (row === undefined ? [] : [row.id]));
        await addFiles(tx, ownerOf('tray', tray), here, clock.now() + SHOWN_MS);
      }),
    letGo: (ids, tray) =>
      storage.write(['fileOwners'], async (tx) => {
        const left = await removeFiles(tx, ownerOf('tray', tray), ids);
        await addFiles(tx, ownerOf('left', tray), left, clock.now() + LEFT_MS);
      }),
    discard: (ids, tray) =>
      storage.write(fileStores, async (tx) => {
        if (tray !== undefined) await removeFiles(tx, ownerOf('tray', tray), ids);
        for (const key of tray === undefined ? ids : [tray, ...ids])
          await removeFiles(tx, ownerOf('left', key), ids);
        await forgetUnowned(tx, ids);
      }),
  };
};
