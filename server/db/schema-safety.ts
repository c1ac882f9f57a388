import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type {
  Media,
  ModerationAction,
  ReportKind,
  ReportReason,
  StrangerInterest,
} from '../../protocol/index.ts';
import { instant, version } from './columns.ts';

/**
 * Meeting strangers, what moderators do, and whom somebody does not want to read.
 *
 *   stranger_chats ─< stranger_members (who somebody is there alone) ─< stranger_messages     stranger_meetings = pairs that met
 *   suspensions ─ users     moderation_log: append-only
 */

/** What a member has chosen for meeting strangers. */
export const strangerSettings = pgTable('stranger_settings', {
  userId: uuid('user_id').primaryKey(),
  optedInAt: instant('opted_in_at'),
  language: text('language', { enum: ['en', 'fil', 'any'] }).notNull(),
  interests: jsonb('interests').$type<StrangerInterest[]>().notNull().default([]),
  tellUntil: instant('tell_until'),
});

/** Who waits for a stranger. */
export const strangerQueue = pgTable('stranger_queue', {
  userId: uuid('user_id').primaryKey(),
  enteredAt: instant('entered_at').notNull(),
  heardAt: instant('heard_at').notNull(),
});

export const strangerChats = pgTable('stranger_chats', {
  id: uuid('id').primaryKey(),
  lastSeq: integer('last_seq').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  endedAt: instant('ended_at'),
  ending: text('ending', { enum: ['end', 'next', 'block', 'report', 'lost', 'revealed', 'closed'] }),
  endedBy: uuid('ended_by'),
});

/** `id` is who somebody is in this chat and nowhere else; `userId` never leaves the server. */
export const strangerMembers = pgTable(
  'stranger_members',
  {
    id: uuid('id').primaryKey(),
    chatId: uuid('chat_id').notNull(),
    userId: uuid('user_id').notNull(),
    alias: text('alias').notNull(),
    heardAt: instant('heard_at').notNull(),
    allowsPhotos: boolean('allows_photos').notNull().default(false),
    wantsFriend: boolean('wants_friend').notNull().default(false),
    seenSeq: integer('seen_seq').notNull().default(0),
  },
  (table) => [index('stranger_members_user').on(table.userId)],
);

export const strangerMessages = pgTable('stranger_messages', {
  id: uuid('id').primaryKey(),
  chatId: uuid('chat_id').notNull(),
  seq: integer('seq').notNull(),
  senderId: uuid('sender_id').notNull(),
  content: text('content'),
  media: jsonb('media').$type<Media[]>(),
  createdAt: instant('created_at').notNull(),
});

/** Which two have met, and when last. */
export const strangerMeetings = pgTable(
  'stranger_meetings',
  {
    userA: uuid('user_a').notNull(),
    userB: uuid('user_b').notNull(),
    metAt: instant('met_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userA, table.userB] })],
);

/** Who never wants to meet whom again. */
export const strangerBlocks = pgTable(
  'stranger_blocks',
  {
    blockerId: uuid('blocker_id').notNull(),
    blockedId: uuid('blocked_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.blockerId, table.blockedId] })],
);

export const suspensions = pgTable(
  'suspensions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    reason: text('reason').$type<ReportReason>().notNull(),
    note: text('note'),
    reportId: uuid('report_id'),
    since: instant('since').notNull(),
    /** Null: until somebody lifts it. */
    until: instant('until'),
    liftedAt: instant('lifted_at'),
    appeal: text('appeal'),
    appealedAt: instant('appealed_at'),
    appealAnsweredAt: instant('appeal_answered_at'),
  },
  (table) => [index('suspensions_user').on(table.userId)],
);

/** Every act of a moderator; a trigger keeps it append-only. */
export const moderationLog = pgTable('moderation_log', {
  id: uuid('id').primaryKey(),
  at: instant('at').notNull(),
  /** Null: from the terminal. */
  moderatorId: uuid('moderator_id'),
  action: text('action').$type<ModerationAction>().notNull(),
  reportId: uuid('report_id'),
  userId: uuid('user_id'),
  targetKind: text('target_kind').$type<ReportKind>(),
  targetId: uuid('target_id'),
  /** Of a suspension; null when it has no end. */
  days: integer('days'),
  words: text('words'),
});

/** Whose posts somebody does not want in their feed. */
export const authorMutes = pgTable(
  'author_mutes',
  {
    userId: uuid('user_id').notNull(),
    authorId: uuid('author_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Taken away again. */
    deletedAt: instant('deleted_at'),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.authorId] }),
    index('author_mutes_author').on(table.authorId),
  ],
);
