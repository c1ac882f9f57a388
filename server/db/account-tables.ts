import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
