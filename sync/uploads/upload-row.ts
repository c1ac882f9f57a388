import type { ErrorDetail, MediaKind } from '../../protocol/index.ts';
import type { Network } from '../platform/ports.ts';

/**
 * ```
 * held ──a mutation names it──► queued ──► sending ──► done
 *                                 ▲ │        │ └──refused for good──► failed ──retry──► queued
 *                                 │ └─pause─► paused ─resume─┐   no network, killed: stays `sending`, goes on where it was
 *                                 └──────────────────────────┘
 * ```
 * `held`: not to be sent, or not yet. Who keeps it is written in `fileOwners`. A row that is `sending` without a sender is taken up again.
 */
export const uploadStates = ['held', 'queued', 'sending', 'paused', 'done', 'failed'] as const;
export type UploadState = (typeof uploadStates)[number];

/** What a picked file needs before it travels. */
export const preparations = ['small', 'original', 'still', 'face'] as const;

/** It is replaced by a smaller copy: what was picked may be larger than what can be sent. */
export const isMadeSmall = (preparing: Preparing | undefined): boolean =>
  preparing === 'small' || preparing === 'face';

/** `asked`: the member has to say what it is to go as. It is prepared for that afterwards. */
export type Preparing = (typeof preparations)[number] | 'asked';

/** A file of this device on its way to the server. Its bytes lie in `blobs`, in chunks. */
export type UploadRow = {
  /** The file's final id, which messages and posts name. */
  id: string;
  kind: MediaKind;
  name: string;
  mime: string;
  size: number;
  width: number | null;
  height: number | null;
  blurhash: string | null;
  /** Of a sound that was recorded here, or that the server has taken apart. */
  durationMs?: number;
  /** Of a voice message: protocol/mutations/voices.ts. */
  waveform?: string;
  /**
   * The bytes are as they were picked: they are to be made small, for a face also cut to a square, or a picture is to be measured, and are not sent before that.
   * Of a film that is sent as it is a still is to be made, which follows it. Neither is sent nor prepared what is `asked`.
   */
  preparing?: Preparing;
  /** How often it was begun to be prepared. */
  preparations?: number;
  /** What was picked, and what for: the same picture picked again is the same file. */
  picked?: string;
  /** Of the bytes: the same ones are not sent twice. Null where they must not be recognised, as in an anonymous post. */
  sha256: string | null;
  /** The video whose still picture this is, and the other way round. */
  posterOf: string | null;
  posterId: string | null;
  state: UploadState;
  /** The server has learned of it: an upload that is taken up again asks first how much is there. */
  isBegun: boolean;
  /** Waits for a network that costs nothing. */
  isWifiOnly: boolean;
  attempts: number;
  /** Epoch milliseconds before which it is not tried again. */
  notBefore: number;
  error: ErrorDetail | null;
  hasBytes: boolean;
  createdAt: number;
  doneAt: number | null;
};

/** Part of a file's bytes. An ArrayBuffer, because a Blob in IndexedDB does not survive everywhere. */
export type BlobRow = { key: string; fileId: string; index: number; bytes: ArrayBuffer };

/** A write of many small ones would be slow, and one large one would be copied as a whole by each reader. */
export const CHUNK_BYTES = 512 * 1_024;

export const isUnfinished = ({ state }: UploadRow): boolean =>
  state === 'queued' || state === 'sending' || state === 'paused';

/** Whether it may go over this network as it stands: not paused, not to be changed, nor waiting for one that costs nothing. */
export const isSendable = (
  { state, isWifiOnly, preparing }: UploadRow,
  network: Pick<Network, 'isFree'>,
): boolean =>
  (preparing === undefined || preparing === 'still') &&
  (state === 'queued' || state === 'sending') &&
  (!isWifiOnly || network.isFree());

const OF_THE_BYTES = new Set<string>(['too_large', 'unsupported_type', 'unreadable_media']);

/** The server has looked at the bytes and would say the same of them again: sending them costs megabytes for nothing. */
export const isRefusedForGood = ({ state, error }: UploadRow): boolean =>
  state === 'failed' && error !== null && OF_THE_BYTES.has(error.code);
