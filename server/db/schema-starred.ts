import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, version } from './columns.ts';

/** What members have starred for themselves; taken away by `deleted_at`. */
export const starredMessages = pgTable(
  'starred_messages',
  {
    id: text('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    chatId: uuid('chat_id').notNull(),
    messageId: uuid('message_id').notNull(),
    starredAt: instant('starred_at').notNull(),
    deletedAt: instant('deleted_at'),
    version: version(),
  },
  (table) => [
    index('starred_messages_message').on(table.messageId),
    index('starred_messages_chat').on(table.userId, table.chatId),
  ],
);
