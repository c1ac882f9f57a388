import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The tables of web push. */

/** One row: the server's own key pair (RFC 8292), made at the first start. */
export const vapidKeys = pgTable('vapid_keys', {
  isOnly: boolean('is_only').primaryKey().default(true),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
});

/** Where a session wants to be pushed, named by the auth secret. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    auth: text('auth').primaryKey(),
    id: uuid('id').notNull().unique(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    endpoint: text('endpoint'),
    p256dh: text('p256dh'),
    expiresAt: instant('expires_at'),
    failingSince: instant('failing_since'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('push_subscriptions_user').on(table.userId)],
);

/** When a person was last pushed about something, where that leads, and when it was last looked at on any device. */
export const pushMarks = pgTable(
  'push_marks',
  {
    userId: uuid('user_id').notNull(),
    tag: text('tag').notNull(),
    sentAt: instant('sent_at').notNull(),
    url: text('url'),
    seenAt: instant('seen_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tag] })],
);
