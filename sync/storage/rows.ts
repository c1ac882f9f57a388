// Over 300 lines: the rows of every store, in one place.
import type {
  AuthorMuteRow,
  BlockRow,
  ChatRow,
  CommentRow,
  Cursor,
  ErrorDetail,
  FriendshipRow,
  HiddenPostRow,
  HiddenRow,
  InvitationRow,
  LikeRow,
  MemberRow,
  MembershipRow,
  MessageRow,
  MutationArgs,
  MutationName,
  PinnedMessageRow,
  PostRow,
  ScopeId,
  SettingsRow,
  StarredMessageRow,
  TableName,
  UserRow,
} from '../../protocol/index.ts';
import type { BlobRow, UploadRow } from '../uploads/upload-row.ts';
import type { ListKindName } from '../windows/kind-names.ts';

/**
 * A message with its place in the chat: `seq` for what the server has ordered, `afterSeq + 0.5` for a system line,
 * and `PENDING_ORDER` plus the outbox number for what is still on its way. Settling moves only this field.
 */
export type LocalMessage = MessageRow & { order: number };

/** Orders pending messages after every message the server may ever number. */
export const PENDING_ORDER = 2 ** 40;

/** Names one row of one synced table. */
export type RowKey = `${TableName}:${string}`;

/**
 * `queued → sending → acked(vector) → settled (the row is gone) | rejected`.
 * - `parked`: refused several times by something that is not our server's verdict; waits for the user.
 * - `blocked`: never sent, and stands on something of `blockedBy` that has failed; goes on, or away, together with it.
 * - `cancelling`: discarded by the user after an attempt; waits until the server has stored the cancellation.
 */
export const outboxStates = [
  'queued',
  'sending',
  'acked',
  'rejected',
  'parked',
  'blocked',
  'cancelling',
] as const;
export type OutboxState = (typeof outboxStates)[number];

/**
 * The server's vector with the lineage of each number: after a restore the same numbers are given again, and a cursor of
 * the old lineage must not seem to contain them.
 */
export type LocalVector = Partial<Record<ScopeId, Cursor>>;

type OutboxBase = {
  id: string;
  version: number;
  lane: string;
  /** The lane's mutation before this one at the last attempt. */
  prev: string | null;
  /** The row that the mutation is about, when it has one: for `sendMessage` the message's id. */
  entityKey: string | null;
  chatId: string | null;
  /** The person it is about, as far as the device knew when it was written. */
  otherUserId: string | null;
  /** Every row that the effect may change; exactly these have shadows while the mutation is unsettled. */
  touches: RowKey[];
  /** Files of this device that it names. */
  files: string[];
  /** It cannot go before they have arrived. */
  waitsForFiles: boolean;
  state: OutboxState;
  /** 0 means that it never left the device: only then may it be coalesced or dropped without the server. */
  attempts: number;
  /** How often something without a stored verdict refused it. */
  refusals: number;
  /** Epoch milliseconds before which it is not sent again. */
  notBefore: number;
  /** How long that was when it was decided: if more is left, the clock has jumped back. */
  waitMs: number;
  leaseOwner: string | null;
  leaseUntil: number;
  error: ErrorDetail | null;
  /** The failed mutation that it stands on, directly or through others; null for one that stands for itself. */
  blockedBy: string | null;
  /** Where its entries stand, once applied. Null while that is unknown: only a pull's status can settle it then. */
  vector: LocalVector | null;
  writtenAt: string;
};

/** A mutation before it has its place in the outbox, with arguments typed by its name. */
export type NewOutboxRowOf<N extends MutationName> = {
  [K in N]: OutboxBase & { name: K; args: MutationArgs<K> };
}[N];
export type NewOutboxRow = NewOutboxRowOf<MutationName>;

/** A mutation on its way. `seq` counts up by itself: the local order, never a clock. */
export type OutboxRowOf<N extends MutationName> = NewOutboxRowOf<N> & { seq: number };
export type OutboxRow = OutboxRowOf<MutationName>;

/** What the server last said about a row that unsettled mutations touch; `null` means that it has no such row. */
export type ShadowOf<T extends TableName> = {
  [K in T]: { key: RowKey; table: K; id: string; base: StoreRows[K] | null };
}[T];
export type ShadowRow = ShadowOf<TableName>;

/**
 * The version of a row that the device does not hold: deleted (`isGone`), or outside coverage when its change came by.
 * A page or an answer that was read earlier must not bring the older version back.
 */
export type TombstoneRow = { key: RowKey; version: number; isGone: boolean; at: number };

export type CursorRow = Cursor & { scope: ScopeId };

/**
 * A row's place in a list; newer ones have greater places. A number where the server counts without a gap (a chat's `seq`,
 * half a step more for a line between two), else a text that sorts like time: `createdAt|id`.
 */
export type Position = number | string;

/** Names a list that is held in part: a kind of `sync/windows/kinds.ts` and which one of it, `messages:<chatId>`. */
export type ListId = `${ListKindName}:${string}`;

/** Rows held without a hole: `from`…`to`, both included. */
export type CoverageRange = { from: Position; to: Position };

export type CoverageRow = {
  list: ListId;
  /** Ascending, never touching. The last one is the live end. */
  ranges: CoverageRange[];
  /** The oldest place that may be read, once known. */
  start: Position | null;
  /** Everybody whose rows are held: their profiles stay. */
  people: string[];
  /** When the newest page was last asked for; null: never. Epoch milliseconds. */
  refreshedAt: number | null;
  /** When a page of it was last loaded: lists that were not shown for longest are evicted first. */
  usedAt: number;
};

/**
 * A mutation whose draft is deleted and whose own transaction has not committed yet. A page that is killed in between leaves
 * it to the next engine that opens.
 */
export type WriteAheadRowOf<N extends MutationName> = {
  [K in N]: {
    id: string;
    name: K;
    args: MutationArgs<K>;
    writtenAt: string;
    /** Owners of files whose rows it has taken the place of: they stand until the mutation's own transaction. */
    owners?: readonly FileOwner[];
    /** What it was made from (`MutateOptions`). */
    source?: string;
  };
}[N];
export type WriteAheadRow = WriteAheadRowOf<MutationName>;

/** The row of `meta` that names the scope whose rows the next pull puts in place of what is held. */
export const REPAIRING_SCOPE = 'repairingScope';

export type MetaRow = { key: string; value: string | number };

/** A file of this device that a draft holds, with the words for it. */
export type DraftFile = { id: string; alt: string };

/** Somebody whom a text names, as it writes them. `at`: where the `@` stands; without, its place is not known. */
export type DraftMention = { id: string; name: string; at?: number };

/**
 * `original`: what the message says, as far as the writer knows: the version that the edit names. `mentions`: whom the new
 * words name.
 */
export type DraftEdit = {
  messageId: string;
  content: string;
  original?: string;
  /** It was sent and not accepted, and takes the place of what is in the field. */
  isBroughtBack?: boolean;
  mentions?: readonly DraftMention[];
};

/**
 * Send was pressed while files were being stored: it goes when all of them are there, whatever has become of the page by then.
 */
export type DraftSend = {
  messageId: string;
  /** How many files go along. One whose bytes went with a page makes the rest a draft again. */
  files: number;
  recipientId?: string;
  /** The link that is to have a preview. */
  preview?: string;
  /** Whom the words named when it was pressed. */
  people: readonly { id: string; name: string }[];
};

/** What is typed and not sent. */
export type DraftPart = {
  content: string;
  replyToId: string | null;
  /** New words for a message that is being edited; what was typed before waits in `content`. */
  edit: DraftEdit | null;
  files?: readonly DraftFile[];
  /** Whom the words name: chosen from the list, not found again by name. */
  mentions?: readonly DraftMention[];
  /** It was to be forwarded; `copies` as `sendMessage` names them. */
  forward?: { copies?: Record<string, string> } | null;
  send?: DraftSend | null;
};

/** A row never changes: each save puts a new one in the place of those that the words came from. */
export type DraftRow = DraftPart & {
  id: string;
  /** Where it is typed: a chat, or the post under which it is to be a comment. */
  chatId: string;
  /** Epoch milliseconds. */
  updatedAt: number;
};

/** Post was pressed: it is published when its files have got ids that tell nothing, whatever has become of the page by then. */
export type PostSend = {
  postId: string;
  /** It changes a post that said this. */
  expectedContent?: string;
};

/** What a draft said before. */
export type PostDraftVersion = {
  content: string;
  at: number;
  /** Without: none, or a release before kept words alone. */
  files?: readonly DraftFile[];
  /** Only where it was another one than later. */
  privacy?: PostRow['privacy'];
};

/** All files that a draft of a post holds, those of its earlier versions among them. */
export const filesOfPostDraft = ({
  files = [],
  versions = [],
}: Pick<PostDraftRow, 'files' | 'versions'>): string[] => [
  ...new Set([files, ...versions.map((version) => version.files ?? [])].flat().map(({ id }) => id)),
];

/** A post that is not finished: each has a place of its own, so that none writes over another. */
export type PostDraftRow = {
  id: string;
  content: string;
  privacy: PostRow['privacy'];
  anonymous: boolean;
  files?: readonly DraftFile[];
  /**
   * This changes a post that is there and whose id the draft has: what that held as the edit was begun. What a release before
   * has kept knows its words alone.
   */
  edits?: { content: string; privacy?: PostRow['privacy']; files?: readonly DraftFile[] };
  /** Which form wrote it last: another one's words are kept as a version before they are written over. */
  writer?: string;
  send?: PostSend;
  /** What it said before, newest first. */
  versions?: readonly PostDraftVersion[];
  updatedAt: number;
};

/** A chat's history or a post that stays on this device whatever else has to leave: of this device alone. */
export type PinRow = { list: ListId; pinnedAt: number };

/**
 * What owns files of this device:
 * - `outbox`, `ahead`, `draft`, `post`: the row of `outbox` (by the mutation's id), `writeAhead`, `chatDrafts`, `postDrafts`
 * - `message`: words that have arrived and wait for the file
 * - `film`: a video, its still
 * - `tray`: a composer of a tab that shows it; `left`: one that does so no more, for as long as what names it next may take
 */
export const fileOwnerKinds = [
  'outbox',
  'ahead',
  'draft',
  'post',
  'message',
  'film',
  'tray',
  'left',
] as const;
export type FileOwnerKind = (typeof fileOwnerKinds)[number];
export type FileOwner = `${FileOwnerKind}:${string}`;

/** All that one owner names: a row for each pair could not be deleted without being read. */
export type FileOwnerRow = {
  owner: FileOwner;
  files: readonly string[];
  /** Epoch milliseconds at which it ends by itself; absent where a stored row stands behind it. */
  until?: number;
};

/**
 * Messages that the search index has yet to look at; `id` is their ids (unindexed.ts). `wasHeld`: older texts of them may
 * stand there.
 */
export type UnindexedRow = { id: string; wasHeld: boolean };

/** Every store of a user's database. */
export type StoreRows = {
  users: UserRow;
  settings: SettingsRow;
  friendships: FriendshipRow;
  chats: ChatRow;
  members: MemberRow;
  memberships: MembershipRow;
  invitations: InvitationRow;
  messages: LocalMessage;
  pinnedMessages: PinnedMessageRow;
  hidden: HiddenRow;
  starredMessages: StarredMessageRow;
  posts: PostRow;
  comments: CommentRow;
  likes: LikeRow;
  hiddenPosts: HiddenPostRow;
  blocks: BlockRow;
  authorMutes: AuthorMuteRow;
  outbox: OutboxRow;
  shadows: ShadowRow;
  tombstones: TombstoneRow;
  cursors: CursorRow;
  coverage: CoverageRow;
  meta: MetaRow;
  chatDrafts: DraftRow;
  uploads: UploadRow;
  blobs: BlobRow;
  postDrafts: PostDraftRow;
  unindexed: UnindexedRow;
  pins: PinRow;
  writeAhead: WriteAheadRow;
  fileOwners: FileOwnerRow;
};
export type StoreName = keyof StoreRows;
export type StoreKeys = { [S in StoreName]: S extends 'outbox' ? number : string };
