import type { MutationName, mutations, z } from '../protocol/index.ts';
import type { PushedMessage } from './apply/pushed-message.ts';
import type { EngineHealth } from './connectivity/health.ts';
import type { NewDraft } from './device/chat-drafts.ts';
import type { PostDraftInput } from './device/post-drafts.ts';
import type { Diagnosis, ReachOutcome } from './diagnose.ts';
import type { EngineStatus } from './engine-status.ts';
import type { DraftPlace } from './outbox/write-ahead.ts';
import type { Live } from './realtime/live.ts';
import type { StateObservable } from './state-observable.ts';
import type { LocalDatabase } from './storage/local-database.ts';
import type { DraftFile, ListId, OutboxRow } from './storage/rows.ts';
import type { TraceFile } from './trace/trace-file.ts';
import type { EngineFiles } from './uploads/engine-files.ts';

export type MutationInput<N extends MutationName> = z.input<(typeof mutations)[N]['args']>;

export type MutateOptions = {
  /**
   * The rows of the draft that became this mutation: they are deleted at once, and a page that is killed before the mutation's
   * transaction commits leaves the mutation to the next engine that opens.
   */
  readonly draft?: DraftPlace;
  /**
   * What it was made from, unchanged, under a name that every tab knows it by: the id of a stored draft, for example. Two tabs
   * may send one draft before either knows of the other: of several mutations with one source the first is carried out.
   */
  readonly source?: string | undefined;
};

/** `later`: the server could not be asked yet; the engine goes on asking, and the effect is already gone from the screen. */
export type CancelOutcome = 'cancelled' | 'too_late' | 'later';
export type LoadOutcome = 'loaded' | 'complete' | 'offline';

export type ExportedMutation = Pick<OutboxRow, 'id' | 'name' | 'version' | 'args' | 'state' | 'writtenAt'>;

/** The engine without its database: what runs alike in a page, in the worker and in a test. */
export type EngineCore = {
  readonly userId: string;
  readonly deviceId: string;
  /** The id that this database got when it was made: another one is another database. */
  readonly databaseId: string;
  /**
   * Writes a mutation and its effect in one durable transaction; resolves with the mutation's id.
   * @throws ProtocolError `validation` with fields, `storage_full`
   */
  mutate<N extends MutationName>(name: N, args: MutationInput<N>, options?: MutateOptions): Promise<string>;
  readonly status: StateObservable<EngineStatus>;
  /** Last successes and where the server stands: for the Sync Doctor. */
  readonly health: StateObservable<EngineHealth>;
  /** Why each item waits, where each scope stands, how much room there is. */
  diagnose(): Promise<Diagnosis>;
  /** What answers now: nothing, a captive portal, or our server. */
  reach(): Promise<ReachOutcome>;
  /** The last steps without anybody's words, in the form that the simulator replays. */
  exportTrace(): Promise<TraceFile>;
  /** Who types and who is there. */
  readonly live: Live;
  /** What waits here, with its words: for the member's own safekeeping, also of what this release does not know. */
  exportOutbox(): Promise<ExportedMutation[]>;
  /** Sends and pulls now. Resolves when tried; being offline is no error. */
  sync(): Promise<void>;
  /**
   * Sends everything that waits, files too, however long that takes. For a worker, whose time is limited.
   * @param until ends it: the chunk of a file that is then under way is still sent
   * @returns how many mutations and files are left that a later attempt may send
   */
  flush(until: AbortSignal): Promise<number>;
  /** The member has read what was or may be lost: `status.lostPending` and `status.similarDevice` are null until more is. */
  dismissLost(): void;
  /** Keeps what a push says of a message until the server's own row comes. @returns whether it was news */
  keepPushed(message: PushedMessage): Promise<boolean>;
  /** Fills the newest gap in a chat's history by one page. */
  loadOlderMessages(chatId: string): Promise<LoadOutcome>;
  /** Fills the gap below message `seq` from its newer end by one page. */
  loadMessagesBefore(chatId: string, seq: number): Promise<LoadOutcome>;
  /**
   * Brings the page of a chat's history that ends with message `seq`, whatever this device holds around it: a search has led
   * there. The gaps beside it are filled as the reader comes near.
   */
  loadMessagesUpTo(chatId: string, seq: number): Promise<LoadOutcome>;
  /**
   * Fills the newest gap of a list by one page; of one that was never loaded, its newest page.
   * @param list `listId(kind, key)`, for example `feed:all`
   */
  loadOlder(list: ListId): Promise<LoadOutcome>;
  /**
   * Fills the newest gap of a list down to its end: while a page is written the next one is on its way. What is written stays,
   * whatever ends it, and another call goes on from there.
   * @param options.rowsMax how many rows it goes down at most; all by default
   * @returns `complete` at the start of the list, `loaded` when `rowsMax` or `signal` ended it before
   */
  loadAll(list: ListId, options?: { rowsMax?: number; signal?: AbortSignal }): Promise<LoadOutcome>;
  /** Reads a list's newest page again, when it is opened or pulled down. What is newer than before stands above the rest. */
  loadNewest(list: ListId): Promise<LoadOutcome>;
  /** Asks for what changed in the rows held of a list that no log carries, after a hint; after a reconnection it is done for all. */
  revalidate(list: ListId): Promise<void>;
  /** Sends a rejected or parked mutation again: a rejected one as a new mutation at the end of its lane. */
  retry(id: string): Promise<void>;
  retryAll(): Promise<void>;
  /** Discards a mutation; when it was attempted, the server is told, so that a late copy cannot act. */
  cancel(id: string): Promise<CancelOutcome>;
  /**
   * Keeps what is typed and not sent, in a chat or under a post.
   * @param drafts the first is the newest
   * Writes end in the order in which they began.
   * @param replaces the rows that the words came from, or that are to go
   * @param areReplacedWithoutFiles whether those are known to name no file: then words do not wait behind a large one
   */
  saveDrafts(
    chatId: string,
    drafts: readonly NewDraft[],
    replaces?: readonly string[],
    areReplacedWithoutFiles?: boolean,
  ): Promise<void>;
  /**
   * Adds a file that was kept after its screen had gone to the newest draft of a chat or a post's comments.
   * @param id of the row that takes that draft's place
   */
  addToDraft(chatId: string, id: string, file: DraftFile): Promise<void>;
  /** The files of this device, from the moment they are picked. */
  readonly files: EngineFiles;
  /** Keeps a post that is not finished, under an id of its own, and what it said before; null removes it. */
  savePostDraft(id: string, draft: PostDraftInput | null): Promise<void>;
  /**
   * Adds a file that was kept after its form had gone to a post that is not finished.
   * @param first what is kept of that post if nothing is yet
   */
  addToPostDraft(id: string, file: DraftFile, first: PostDraftInput): Promise<void>;
  /** Keeps a chat's history or a post on this device whatever else has to leave, or no longer. */
  setPinned(list: ListId, isPinned: boolean): Promise<void>;
  /**
   * Keeps the server's answer to a look-up whose rows are in no scope, for when there is no network; the newest hundred.
   * @param answer what JSON can hold; null: there is nothing any more
   */
  keepAnswer(question: string, answer: unknown): Promise<void>;
  close(): Promise<void>;
};

export type Engine = EngineCore & {
  /** For live reads only. */
  readonly db: LocalDatabase;
};
