// Longer than other files: a migration is read beside the one picture of all tables.
import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type {
  LinkPreview,
  Listen,
  Media,
  MemberSettings,
  Reaction,
  ReportKind,
  ReportReason,
  SystemEvent,
} from '../../protocol/index.ts';
import { bytes, count, instant, version } from './columns.ts';

/**
 * The tables as Drizzle sees them; `migrations/*.sql` create them and are the truth. Numbered SQL is append-only.
 *
 *   users ─< sessions            friendships = ordered pair of users     blocks = blocker → blocked
 *   chats ─< members (the same for every reader) + memberships (mine alone) ─ messages
 *   scopes ─< scope_log          hidden_messages = mine alone     mutations = stored verdicts, unique per user     devices = their last reports
 *   files ─< file_uses → message, post, user (avatar), chat (picture)
 */

/** One row: the lineage of this database. A restore from a backup sets a new epoch (`renew-epoch.ts`). */
export const lineage = pgTable('lineage', {
  epoch: uuid('epoch').primaryKey(),
  /** The table that the epoch was written for, which a restore makes anew. */
  writtenFor: text('written_for'),
});

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  firstName: text('first_name').notNull(),
  middleName: text('middle_name'),
  lastName: text('last_name').notNull(),
  birthDate: date('birth_date', { mode: 'string' }).notNull(),
  uniqueCode: text('unique_code').notNull().unique(),
  avatarId: uuid('avatar_id'),
  /** What differs from the defaults; read through `modules/settings/stored.ts`. */
  settings: jsonb('settings').$type<Partial<MemberSettings>>().notNull().default({}),
  /** Of the private half: e-mail, birth date, settings. `version` is of the public one. */
  settingsVersion: integer('settings_version').notNull().default(1),
  version: version(),
  createdAt: instant('created_at').notNull(),
  /** What mails to this person are written in. */
  language: text('language').notNull().default('en-US'),
  /** Set while the account waits to be deleted. */
  deletionAt: instant('deletion_at'),
  deletedAt: instant('deleted_at'),
  /** When a push service of theirs last failed. Not with the subscription, which they can make anew. */
  pushFailedAt: instant('push_failed_at'),
});

/** The one living link of a person that sets a new password. */
export const passwordResets = pgTable('password_resets', {
  userId: uuid('user_id').primaryKey(),
  tokenHash: bytes('token_hash').notNull().unique(),
  expiresAt: instant('expires_at').notNull(),
});

/** The last copy of their data that a person asked for. */
export const exports = pgTable('exports', {
  userId: uuid('user_id').primaryKey(),
  id: uuid('id').notNull().unique(),
  createdAt: instant('created_at').notNull(),
  readyAt: instant('ready_at'),
  failedAt: instant('failed_at'),
  bytes: count('bytes'),
  expiresAt: instant('expires_at').notNull(),
});

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the token: a dump of the database gives no session away. */
    tokenHash: bytes('token_hash').notNull().unique(),
    deviceName: text('device_name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** What members have told the moderators. */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    /** Null: filed by the server itself. */
    reporterId: uuid('reporter_id'),
    kind: text('kind').$type<ReportKind>().notNull(),
    targetId: uuid('target_id').notNull(),
    reason: text('reason').$type<ReportReason>().notNull(),
    note: text('note'),
    /** What the reporter says to have seen. */
    claim: jsonb('claim').$type<Record<string, string>>(),
    /** What the server could see for the reporter at that moment. */
    evidence: jsonb('evidence').$type<Record<string, string | null>>(),
    createdAt: instant('created_at').notNull(),
    /** Whom it is about, as the server found out. */
    accusedId: uuid('accused_id'),
    /** Of the claim, by the reporter's device. */
    signature: jsonb('signature').$type<{ key: string; value: string }>(),
    resolvedAt: instant('resolved_at'),
    resolution: text('resolution', { enum: ['dismissed', 'removed', 'suspended'] }),
  },
  (table) => [
    index('reports_target').on(table.kind, table.targetId),
    index('reports_reporter').on(table.reporterId),
  ],
);

/** One namespace for the codes of people and of chats (docs/decisions/0003). */
export const uniqueCodes = pgTable('unique_codes', {
  code: text('code').primaryKey(),
  userId: uuid('user_id'),
  chatId: uuid('chat_id'),
});

export const friendships = pgTable(
  'friendships',
  {
    id: uuid('id').primaryKey(),
    requesterId: uuid('requester_id').notNull(),
    requesteeId: uuid('requestee_id').notNull(),
    status: text('status', { enum: ['PENDING', 'APPROVED'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    approvedAt: instant('approved_at'),
    /** Rejected or ended. The row stays: its version must never fall. */
    deletedAt: instant('deleted_at'),
    version: version(),
  },
  (table) => [
    index('friendships_requester').on(table.requesterId),
    index('friendships_requestee').on(table.requesteeId),
  ],
);

/** How often, and when last, a request in this direction was rejected: asking again after 24 h, at most 3 times. */
export const friendRejections = pgTable(
  'friend_rejections',
  {
    requesterId: uuid('requester_id').notNull(),
    requesteeId: uuid('requestee_id').notNull(),
    count: integer('count').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.requesterId, table.requesteeId] })],
);

export const blocks = pgTable(
  'blocks',
  {
    blockerId: uuid('blocker_id').notNull(),
    blockedId: uuid('blocked_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Taken away again. */
    deletedAt: instant('deleted_at'),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index('blocks_blocked').on(table.blockedId),
  ],
);

export const chats = pgTable('chats', {
  /** Version 5 for PRIVATE, which is computed from the pair; version 4 or 7 for all others (a CHECK holds it). */
  id: uuid('id').primaryKey(),
  type: text('type', { enum: ['PRIVATE', 'PUBLIC', 'GROUP'] }).notNull(),
  name: text('name'),
  uniqueCode: text('unique_code').unique(),
  avatarId: uuid('avatar_id'),
  createdBy: uuid('created_by').notNull(),
  lastSeq: count('last_seq').notNull().default(0),
  lastMessageAt: instant('last_message_at'),
  createdAt: instant('created_at').notNull(),
  deletedAt: instant('deleted_at'),
  /** The message request of a non-friend, until the other says yes. */
  requestedBy: uuid('requested_by'),
  /** When that yes was said; it stands until the two have been friends and parted. */
  acceptedAt: instant('accepted_at'),
  version: version(),
});

export const members = pgTable(
  'members',
  {
    id: text('id').primaryKey(),
    chatId: uuid('chat_id').notNull(),
    userId: uuid('user_id').notNull(),
    role: text('role', { enum: ['OWNER', 'ADMIN', 'MEMBER'] }).notNull(),
    joinedSeq: count('joined_seq').notNull().default(0),
    deliveredSeq: count('delivered_seq').notNull().default(0),
    seenSeq: count('seen_seq').notNull().default(0),
    seenAt: instant('seen_at'),
    seenFrom: count('seen_from'),
    joinedAt: instant('joined_at').notNull(),
    leftAt: instant('left_at'),
    /** Who brought the member in, when it was somebody else. */
    addedBy: uuid('added_by'),
    version: version(),
  },
  (table) => [index('members_chat').on(table.chatId), index('members_user').on(table.userId)],
);

export const memberships = pgTable(
  'memberships',
  {
    id: text('id').primaryKey(),
    chatId: uuid('chat_id').notNull(),
    userId: uuid('user_id').notNull(),
    seenSeq: count('seen_seq').notNull().default(0),
    ownAfterSeen: count('own_after_seen').notNull().default(0),
    isMuted: boolean('is_muted').notNull().default(false),
    /** Null: until it is taken back. What has ended stays here; `isMutedAt` and `isMutedNow` decide. */
    mutedUntil: instant('muted_until'),
    /** Null: what names the member comes through a mute. */
    mutesMentions: boolean('mutes_mentions'),
    isArchived: boolean('is_archived').notNull().default(false),
    /** Its place among the pinned chats; null: not pinned. */
    pinRank: text('pin_rank'),
    clearedSeq: count('cleared_seq').notNull().default(0),
    clearedAt: instant('cleared_at'),
    isDeclined: boolean('is_declined').notNull().default(false),
    leftAt: instant('left_at'),
    version: version(),
  },
  (table) => [index('memberships_user').on(table.userId)],
);

export const messages = pgTable(
  'messages',
  {
    id: uuid('id').primaryKey(),
    chatId: uuid('chat_id').notNull(),
    kind: text('kind', { enum: ['user', 'system'] }).notNull(),
    /** Dense per chat; null for system lines. Unique with `chat_id`. */
    seq: count('seq'),
    afterSeq: count('after_seq').notNull(),
    /** The chat scope's `seq` of the entry that brought it: turns a device's cursor into "delivered". */
    logSeq: count('log_seq').notNull(),
    senderId: uuid('sender_id'),
    content: text('content'),
    images: jsonb('images').$type<string[]>().notNull(),
    files: jsonb('files').$type<string[]>().notNull(),
    video: uuid('video'),
    /** What is known of each of them, in one place with the row, so that every way of reading it brings it along. */
    media: jsonb('media').$type<Media[]>().notNull().default([]),
    replyToId: uuid('reply_to_id'),
    mentions: jsonb('mentions').$type<string[]>().notNull().default([]),
    mentionNames: jsonb('mention_names').$type<Record<string, string>>().notNull().default({}),
    isForwarded: boolean('is_forwarded').notNull().default(false),
    reactions: jsonb('reactions').$type<Reaction[]>().notNull().default([]),
    listens: jsonb('listens').$type<Listen[]>().notNull().default([]),
    /** The link whose preview its sender wishes, as it stands in the text; and the preview once it is made. */
    previewLink: text('preview_link'),
    preview: jsonb('preview').$type<LinkPreview>(),
    event: jsonb('event').$type<SystemEvent>(),
    writtenAt: instant('written_at').notNull(),
    createdAt: instant('created_at').notNull(),
    editedAt: instant('edited_at'),
    deletedAt: instant('deleted_at'),
    /** Pinned for everybody in the chat since; with `pinned_by`, or neither. A deleted message is shown as pinned nowhere. */
    pinnedAt: instant('pinned_at'),
    pinnedBy: uuid('pinned_by'),
    /** Somebody has or had a star on it: what changes it tells of the stars, too. */
    wasStarred: boolean('was_starred').notNull().default(false),
    version: version(),
  },
  (table) => [
    index('messages_chat_after').on(table.chatId, table.afterSeq),
    index('messages_deleted').on(table.chatId, table.seq).where(sql`${table.deletedAt} is not null`),
    index('messages_pinned')
      .on(table.chatId)
      .where(sql`${table.pinnedAt} is not null and ${table.deletedAt} is null`),
  ],
);

/** What members have deleted for themselves alone; brought back by `deleted_at`. */
export const hiddenMessages = pgTable(
  'hidden_messages',
  {
    id: text('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    chatId: uuid('chat_id').notNull(),
    messageId: uuid('message_id').notNull(),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
    version: version(),
  },
  (table) => [index('hidden_messages_chat').on(table.userId, table.chatId)],
);

/** What was uploaded, or named before its bytes came (`awaited`); the bytes lie in the file storage. */
export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id').notNull(),
    state: text('state', { enum: ['awaited', 'withdrawn', 'ready'] }).notNull(),
    kind: text('kind', { enum: ['image', 'video', 'file'] }).notNull(),
    mime: text('mime'),
    size: integer('size'),
    /** Before re-encoding: what a resumed upload is measured by. */
    sentSize: integer('sent_size'),
    width: integer('width'),
    height: integer('height'),
    blurhash: text('blurhash'),
    /** Of sound, and of a voice message its waveform (protocol/mutations/voices.ts). */
    durationMs: integer('duration_ms'),
    waveform: text('waveform'),
    name: text('name'),
    /** Shared with the copies of a forwarded file: the bytes go with the last row that names them. */
    storageKey: text('storage_key'),
    /** Smaller copies of a picture, by the end of their keys: `320.webp`. */
    variants: jsonb('variants').$type<string[]>().notNull().default([]),
    /** The video that this picture is the still of. */
    posterOf: uuid('poster_of'),
    /** It has been used under its owner's name, so that it can be part of nothing anonymous. */
    isNamed: boolean('is_named').notNull().default(false),
    /** The anonymous post or the message to a stranger that it was used in: it is part of nothing else, for good. */
    secretOf: uuid('secret_of'),
    /** Of a forwarded copy: the message it was first forwarded from. It ends when that is deleted for everyone. */
    copiedFrom: uuid('copied_from'),
    createdAt: instant('created_at').notNull(),
    readyAt: instant('ready_at'),
  },
  (table) => [index('files_owner').on(table.ownerId), index('files_created').on(table.createdAt)],
);

/** What a file belongs to. Who may read one of these may read the file. */
export const fileUses = pgTable(
  'file_uses',
  {
    fileId: uuid('file_id').notNull(),
    kind: text('kind', { enum: ['message', 'post', 'user', 'chat', 'stranger', 'report'] }).notNull(),
    targetId: uuid('target_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.kind, table.targetId] }),
    index('file_uses_target').on(table.kind, table.targetId),
  ],
);

/** Who has been asked into a GROUP or PUBLIC chat, by whom; ended ones stay for their version. */
export const invitations = pgTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    chatId: uuid('chat_id').notNull(),
    userId: uuid('user_id').notNull(),
    inviterId: uuid('inviter_id').notNull(),
    chatType: text('chat_type', { enum: ['PUBLIC', 'GROUP'] }).notNull(),
    chatName: text('chat_name').notNull(),
    chatCode: text('chat_code').notNull(),
    chatAvatarId: uuid('chat_avatar_id'),
    isHidden: boolean('is_hidden').notNull().default(false),
    /** How often it has reached its member since they last accepted one. */
    timesSent: integer('times_sent').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
    version: version(),
  },
  (table) => [index('invitations_user').on(table.userId), index('invitations_inviter').on(table.inviterId)],
);

/** The gapless counter of each scope (docs/decisions/0015). */
export const scopes = pgTable('scopes', {
  id: text('id').primaryKey(),
  seq: count('seq').notNull(),
  epoch: uuid('epoch').notNull(),
  /** Entries up to here are compacted away: a cursor below it gets a reset. */
  floorSeq: count('floor_seq').notNull().default(0),
});

/** Which rows one transaction changed in one scope; several rows share its `seq`. */
export const scopeLog = pgTable(
  'scope_log',
  {
    scope: text('scope').notNull(),
    seq: count('seq').notNull(),
    tableName: text('table_name').notNull(),
    rowId: text('row_id').notNull(),
    op: text('op', { enum: ['put', 'delete', 'join', 'leave'] }).notNull(),
    mutationId: uuid('mutation_id'),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.seq, table.tableName, table.rowId] }),
    index('scope_log_at').using('brin', table.at),
  ],
);

/** Stored verdicts: an idempotency key, unique per user, and what became of it (docs/decisions/0016). */
export const mutations = pgTable(
  'mutations',
  {
    userId: uuid('user_id').notNull(),
    id: uuid('id').notNull(),
    deviceId: uuid('device_id'),
    lane: text('lane'),
    prev: uuid('prev'),
    name: text('name').notNull(),
    bodyHash: bytes('body_hash').notNull(),
    status: text('status', { enum: ['pending', 'applied', 'rejected', 'cancelled'] }).notNull(),
    /** REST data of an applied one, or the error of a rejected one. Kept 30 days; the key a year. */
    result: jsonb('result'),
    vector: jsonb('vector').$type<Record<string, number>>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('mutations_created').on(table.createdAt),
  ],
);

/** Keys of this community, made once. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

export const posts = pgTable('posts', {
  id: uuid('id').primaryKey(),
  creatorId: uuid('creator_id').notNull(),
  content: text('content').notNull(),
  images: jsonb('images').$type<string[]>().notNull(),
  alts: jsonb('alts').$type<Record<string, string>>().notNull(),
  video: uuid('video'),
  /** What is known of them, as `messages.media`. */
  media: jsonb('media').$type<Media[]>().notNull().default([]),
  privacy: text('privacy', { enum: ['PRIVATE', 'PUBLIC'] }).notNull(),
  /** The author's alias inside this post; null on a named one. */
  alias: text('alias'),
  likeCount: integer('like_count').notNull().default(0),
  commentCount: integer('comment_count').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  editedAt: instant('edited_at'),
  /** In the bin since. */
  deletedAt: instant('deleted_at'),
  /** Gone for good: only the tombstone stays. */
  purgedAt: instant('purged_at'),
  /** The version that its author's scope and those who watch it were last told of. */
  toldVersion: integer('told_version').notNull().default(1),
  version: version(),
});

/** Natural-key rows: taken back softly, never inserted again. */
export const likes = pgTable(
  'likes',
  {
    postId: uuid('post_id').notNull(),
    userId: uuid('user_id').notNull(),
    likedAt: instant('liked_at').notNull(),
    deletedAt: instant('deleted_at'),
    version: version(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.userId] })],
);

export const hiddenPosts = pgTable(
  'hidden_posts',
  {
    userId: uuid('user_id').notNull(),
    postId: uuid('post_id').notNull(),
    hiddenAt: instant('hidden_at').notNull(),
    deletedAt: instant('deleted_at'),
    version: version(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.postId] })],
);

export const comments = pgTable('comments', {
  id: uuid('id').primaryKey(),
  postId: uuid('post_id').notNull(),
  creatorId: uuid('creator_id').notNull(),
  parentId: uuid('parent_id'),
  content: text('content'),
  createdAt: instant('created_at').notNull(),
  editedAt: instant('edited_at'),
  deletedAt: instant('deleted_at'),
  version: version(),
});

export * from './schema-push.ts';
export * from './schema-safety.ts';
export * from './schema-starred.ts';
