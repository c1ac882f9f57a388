import { index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { count, instant, tsvector } from './columns.ts';

/**
 * What a search looks through, by the triggers of `0043-search.sql`: one row for each text that there is, `words` null until
 * `modules/search/read-words.ts` has read it. It follows from the other tables and is in no copy of them.
 */
export const messageWords = pgTable(
  'message_words',
  {
    messageId: uuid('message_id').primaryKey(),
    chatId: uuid('chat_id').notNull(),
    seq: count('seq').notNull(),
    at: instant('at').notNull(),
    words: tsvector('words'),
  },
  (table) => [
    index('message_words_words').using('gin', table.words),
    index('message_words_chat').on(table.chatId, table.at),
  ],
);

export const postWords = pgTable(
  'post_words',
  { postId: uuid('post_id').primaryKey(), at: instant('at').notNull(), words: tsvector('words') },
  (table) => [index('post_words_words').using('gin', table.words)],
);

export const personWords = pgTable(
  'person_words',
  { userId: uuid('user_id').primaryKey(), words: tsvector('words') },
  (table) => [index('person_words_words').using('gin', table.words)],
);
