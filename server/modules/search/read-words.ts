import { inArray, isNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { indexedWordsOf, wordsOf } from '../../../protocol/index.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import { messages, posts, users } from '../../db/schema.ts';
import { messageWords, personWords, postWords } from '../../db/schema-search.ts';
import { toVector } from './words-sql.ts';

/** The words of so many of the longest messages take some tenths of a second. */
const BATCH = 200;

type Read = { id: string; words: readonly string[] };

type Kind = {
  table: PgTable;
  key: PgColumn;
  words: PgColumn;
  read: (tx: Transaction, ids: string[]) => Promise<Read[]>;
};

const kinds: readonly Kind[] = [
  {
    table: messageWords,
    key: messageWords.messageId,
    words: messageWords.words,
    read: async (tx, ids) => {
      const { id, content, media, senderId } = messages;
      const rows = await tx
        .select({ id, content, media, senderId })
        .from(messages)
        .where(inArray(messages.id, ids));
      return rows.map((row) => ({ id: row.id, words: indexedWordsOf(row) }));
    },
  },
  {
    table: postWords,
    key: postWords.postId,
    words: postWords.words,
    read: async (tx, ids) => {
      const { id, content } = posts;
      const rows = await tx.select({ id, content }).from(posts).where(inArray(posts.id, ids));
      return rows.map((row) => ({ id: row.id, words: wordsOf(row.content) }));
    },
  },
  {
    table: personWords,
    key: personWords.userId,
    words: personWords.words,
    read: async (tx, ids) => {
      const { id, firstName, lastName } = users;
      const rows = await tx.select({ id, firstName, lastName }).from(users).where(inArray(users.id, ids));
      return rows.map((row) => ({ id: row.id, words: wordsOf(`${row.firstName} ${row.lastName}`) }));
    },
  },
];

/** @returns how many texts were read */
const readSome = async (tx: Transaction, { table, key, words, read }: Kind): Promise<number> => {
  const locked = await tx
    .select({ id: sql<string>`${key}` })
    .from(table)
    .where(isNull(words))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  if (locked.length === 0) return 0;
  // By a statement of its own: together with the lock, it could see a text from before a change that the lock has waited for.
  const texts = await read(
    tx,
    locked.map(({ id }) => id),
  );
  const ids = sql.param(texts.map(({ id }) => id));
  const vectors = sql.param(texts.map((text) => toVector(text.words)));
  await tx.execute(
    sql`update ${table} set words = read.words::tsvector
      from unnest(${ids}::uuid[], ${vectors}::text[]) as read(id, words) where ${key} = read.id`,
  );
  return locked.length;
};

/**
 * Reads the words of texts that are new or have changed, so that a search finds them by their index. It runs every two seconds.
 * What waits for it stands in the database: it survives the process, and each text is read by one of several. A change of a
 * text waits for the lock, and then the text has no words again.
 */
export const readWords = async (db: Database): Promise<void> => {
  for (const kind of kinds) {
    for (let count = BATCH; count === BATCH; ) count = await inTransaction(db, (tx) => readSome(tx, kind));
  }
};
