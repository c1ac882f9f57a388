/**
 * All that the engine needs of the world. Each port holds only what is used; fakes stand in `sync/testing/`.
 * Nothing outside `sync/platform/` touches a clock, a timer, the network or another tab.
 */

import type { Observable } from 'rxjs';
import type { Clock } from './clock.ts';

export type { Clock } from './clock.ts';

export type Ids = {
  newId(): string;
  /** In [0, 1), for jitter. */
  random(): number;
};

export type Online = {
  /** False only when the device is surely offline. */
  isOnline(): boolean;
  readonly changes: Observable<unknown>;
};

export type Visibility = {
  isVisible(): boolean;
  /** Emits on each change, and whenever the page comes back: focus, pageshow. */
  readonly changes: Observable<unknown>;
};

export type LockOptions = {
  /** Gives up waiting. Has no effect on a lock that is held. */
  signal?: AbortSignal;
  /** Takes the lock from its holder, whose signal is aborted; the holder must check its fence before it writes. */
  steal?: boolean;
};

export type Locks = {
  /**
   * Runs `action` while this agent holds the lock. `lost` aborts when somebody steals it.
   * Rejects with the signal's reason when waiting was given up.
   */
  withLock<R>(name: string, options: LockOptions, action: (lost: AbortSignal) => Promise<R>): Promise<R>;
};

/** Messages between this member's tabs and worker on this device. Never more than hints: the tables are the truth. */
export type Channel = {
  post(message: unknown): void;
  readonly messages: Observable<unknown>;
  close(): void;
};

export type HttpRequest = {
  method: 'GET' | 'POST';
  /** Below the base address, query included. */
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  /** Cookies of the same origin go along, and are taken: of pulls alone. */
  isWithCookie?: boolean;
  signal: AbortSignal;
};

export type HttpAnswer = {
  status: number;
  /** The parsed body, or undefined when it is no JSON: a captive portal's page, for one. */
  json: unknown;
  retryAfterMs: number | undefined;
};

export type Http = {
  /** Rejects when no whole answer came: no network, a time-out, an abort. Any status is an answer. */
  send(request: HttpRequest): Promise<HttpAnswer>;
};

export type SocketHandlers = {
  onConnect(): void;
  onDisconnect(): void;
  onEvent(event: string, payload: unknown): void;
};

export type SocketConnection = {
  emit(event: string, payload: unknown): void;
  /** The network may be back: tries now instead of at its next turn. Nothing when it is connected. */
  hurry(): void;
  close(): void;
};

export type Socket = {
  /** Connects and keeps reconnecting, with jitter; `auth` is asked at each attempt. */
  open(auth: () => Record<string, unknown>, handlers: SocketHandlers): SocketConnection;
};

/** The room that the browser gives, and whether it may take it back. Each answers null where the platform does not tell. */
export type Space = {
  estimate(): Promise<{ usage: number; quota: number } | null>;
  /** Whether the browser has promised to leave the data alone. */
  isKept(): Promise<boolean | null>;
  /** Asks for that promise. */
  keep(): Promise<boolean | null>;
  /** Removes cached copies of files, which can be fetched again. @returns whether there were any */
  freeMedia(): Promise<boolean>;
};

export type FileRequest = {
  /** The file's id, under which the server keeps what it has of it. */
  fileId: string;
  bytes: Blob;
  /** Somebody may have sent a part of it before: ask how much is there. */
  isBegun: boolean;
  metadata: Record<string, string>;
  headers: Record<string, string>;
  /** Asked after each chunk: whether another sender is to have its turn, or this one's time is up. */
  isTurnOver(): boolean;
  onProgress(sentBytes: number): void;
  /** What the server says it has: bytes that will never be sent again. */
  onKept(keptBytes: number): void;
  signal: AbortSignal;
};

export type FileSender = {
  /**
   * Sends a file on from where it stands. Rejects when no whole answer came: no network, silence, an abort.
   * @returns null when it stopped between two chunks because the turn was over
   */
  send(request: FileRequest): Promise<HttpAnswer | null>;
  /** SHA-256 in hexadecimal; null where the platform has none, as on plain http. */
  digest(bytes: Blob): Promise<string | null>;
};

export type Network = {
  /** False when bytes are known to cost money: mobile data, or the user's wish to save them. */
  isFree(): boolean;
  readonly changes: Observable<unknown>;
};

/** The end of the page, as far as it announces itself; in the worker nothing happens. */
export type PageEnd = {
  /** Keeps what `read` answers when the page is left; null keeps nothing. @returns ends it */
  keep(read: () => string | null): () => void;
  /** Takes what the last page of this member kept, once. */
  take(): string | null;
};

export type Ports = {
  /** The server's time, as far as it is known: epoch milliseconds. For what is written, not for waiting. */
  serverNow(): number;
  clock: Clock;
  ids: Ids;
  online: Online;
  visibility: Visibility;
  locks: Locks;
  channel: Channel;
  http: Http;
  socket: Socket;
  space: Space;
  files: FileSender;
  network: Network;
  pageEnd: PageEnd;
};
