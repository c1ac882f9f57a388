import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';

/** Sites that a member has allowed to know who they are. */
export const connectedSites = pgTable('connected_sites', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  /** Unique with `user_id`. */
  origin: text('origin').notNull(),
  allowedAt: instant('allowed_at').notNull(),
  lastUsedAt: instant('last_used_at').notNull(),
});

/** What was handed to such sites. A table of their own: no query for a session can ever find one. */
export const siteTokens = pgTable('site_tokens', {
  id: uuid('id').primaryKey(),
  tokenHash: bytes('token_hash').notNull().unique(),
  userId: uuid('user_id').notNull(),
  /** The session that asked for it; when that ends, so does this. */
  sessionId: uuid('session_id').notNull(),
  origin: text('origin').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** Links of forgotten passwords that open nothing any more, of nobody's: only so that the right words can be said. */
export const endedResets = pgTable(
  'ended_resets',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    how: text('how', { enum: ['used', 'replaced', 'withdrawn'] }).notNull(),
    keptUntil: instant('kept_until').notNull(),
  },
  (table) => [index('ended_resets_kept').on(table.keptUntil)],
);

/** Whom a member has looked up by code, and the id that the private chat of the two would have. It is not a chat. */
export const chatPairs = pgTable(
  'chat_pairs',
  {
    askerId: uuid('asker_id').notNull(),
    otherId: uuid('other_id').notNull(),
    chatId: uuid('chat_id').notNull(),
    askedAt: instant('asked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.askerId, table.otherId] }),
    index('chat_pairs_chat').on(table.askerId, table.chatId),
  ],
);

/** What each device reported at its last pull. */
export const devices = pgTable(
  'devices',
  {
    userId: uuid('user_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    /** The session of its last pull; null for a device whose last pull was before this was stored. */
    sessionId: uuid('session_id'),
    pendingCount: integer('pending_count').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceId] })],
);
