import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { z } from '../../../../protocol/index.ts';
import type { Transaction } from '../../../db/database.ts';
import { preparedSql } from '../../../db/prepared.ts';
import {
  authorMutes,
  blocks,
  chats,
  comments,
  friendships,
  hiddenMessages,
  hiddenPosts,
  likes,
  memberships,
  messages,
  mutations,
  posts,
  scopeLog,
  starredMessages,
  users,
} from '../../../db/schema.ts';
import { constraintOf } from '../../../db/sql-state.ts';
import type { LogRow } from '../change-log.ts';
import type { BatchState } from './state.ts';
import type { WorkingRows } from './working-rows.ts';

/**
 * Rows travel as one JSON document per table, which PostgreSQL reads by the table's own types: one text for any number of
 * rows, so that the statement is planned once.
 */
const rowsOf = (table: PgTable, placeholder: string): SQL =>
  sql`jsonb_populate_recordset(null::${table}, ${sql.placeholder(placeholder)}::jsonb)`;

const listOf = (columns: readonly PgColumn[]): SQL =>
  sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );

const insertOf = (table: PgTable, placeholder: string): SQL => {
  const columns = listOf(getTableConfig(table).columns);
  return sql`insert into ${table} (${columns}) select ${columns} from ${rowsOf(table, placeholder)}`;
};

/** Writes these columns of rows that are locked, by id. */
const updateOf = (
  table: PgTable & { id: PgColumn },
  columns: readonly PgColumn[],
  placeholder: string,
): SQL => {
  const sets = columns.map(({ name }) => sql`${sql.identifier(name)} = changed.${sql.identifier(name)}`);
  return sql`update ${table} set ${sql.join(sets, sql`, `)} from ${rowsOf(table, placeholder)} as changed
    where ${table.id} = changed.id`;
};

const friendshipColumns = [friendships.deletedAt, friendships.version];
const userColumns = [
  ...[users.firstName, users.middleName, users.lastName, users.birthDate, users.avatarId],
  ...[users.settings, users.settingsVersion, users.version],
];
const chatColumns = [chats.lastSeq, chats.lastMessageAt, chats.requestedBy, chats.acceptedAt, chats.version];
const membershipColumns = [
  ...[memberships.seenSeq, memberships.ownAfterSeen, memberships.isDeclined, memberships.isMuted],
  ...[memberships.mutedUntil, memberships.mutesMentions, memberships.pinRank],
  ...[memberships.isArchived, memberships.clearedSeq, memberships.clearedAt, memberships.version],
];
const messageColumns = [
  ...[messages.content, messages.images, messages.files, messages.video, messages.media, messages.replyToId],
  ...[messages.mentions, messages.mentionNames, messages.isForwarded, messages.reactions, messages.listens],
  ...[
    messages.editedAt,
    messages.deletedAt,
    messages.pinnedAt,
    messages.pinnedBy,
    messages.wasStarred,
    messages.previewLink,
    messages.preview,
    messages.version,
  ],
];
const postColumns = [
  ...[posts.content, posts.images, posts.alts, posts.video, posts.media, posts.privacy],
  ...[posts.likeCount, posts.commentCount, posts.editedAt, posts.deletedAt, posts.version],
];
const commentColumns = [comments.content, comments.editedAt, comments.deletedAt, comments.version];

/** What is written of tables that change together. */
const parts = {
  people: [sql`changed_people as (${updateOf(users, userColumns, 'people')})`],
  relations: [
    sql`changed_friendships as (${updateOf(friendships, friendshipColumns, 'friendships')})`,
    sql`blocked as (${insertOf(blocks, 'blocks')} on conflict (blocker_id, blocked_id) do update
      set created_at = excluded.created_at, deleted_at = excluded.deleted_at, version = excluded.version)`,
    sql`muted as (${insertOf(authorMutes, 'authorMutes')} on conflict (user_id, author_id) do update
      set created_at = excluded.created_at, deleted_at = excluded.deleted_at, version = excluded.version)`,
  ],
  chats: [
    sql`changed_chats as (${updateOf(chats, chatColumns, 'chats')})`,
    sql`changed_places as (${updateOf(memberships, membershipColumns, 'memberships')})`,
    sql`changed_messages as (${updateOf(messages, messageColumns, 'changedMessages')})`,
    sql`added_messages as (${insertOf(messages, 'messages')})`,
  ],
  marks: [
    sql`hid as (${insertOf(hiddenMessages, 'hiddenMessages')} on conflict (id) do update
      set deleted_at = excluded.deleted_at, version = excluded.version)`,
    sql`starred as (${insertOf(starredMessages, 'stars')} on conflict (id) do update
      set starred_at = excluded.starred_at, deleted_at = excluded.deleted_at, version = excluded.version)`,
  ],
  posts: [
    sql`changed_posts as (${updateOf(posts, postColumns, 'changedPosts')})`,
    sql`added_posts as (${insertOf(posts, 'posts')})`,
    sql`changed_comments as (${updateOf(comments, commentColumns, 'changedComments')})`,
    sql`added_comments as (${insertOf(comments, 'comments')})`,
    sql`liked as (${insertOf(likes, 'likes')} on conflict (post_id, user_id) do update
      set liked_at = excluded.liked_at, deleted_at = excluded.deleted_at, version = excluded.version)`,
    sql`hidden as (${insertOf(hiddenPosts, 'hides')} on conflict (user_id, post_id) do update
      set hidden_at = excluded.hidden_at, deleted_at = excluded.deleted_at, version = excluded.version)`,
  ],
} satisfies Record<string, readonly SQL[]>;
type Part = keyof typeof parts;

type Write = ReturnType<typeof preparedSql>;
const writes = new Map<string, Write>();

/** One statement for all rows. Each set of parts has its own: a part without rows is not free. */
const writeOf = (wanted: readonly Part[]): Write => {
  const name = ['batch-write', ...wanted].join('-');
  const known = writes.get(name);
  if (known) return known;
  const logged = sql`logged as (${insertOf(scopeLog, 'log')})`;
  const all = [...wanted.flatMap((part) => parts[part]), logged];
  const made = preparedSql(
    name,
    sql`with ${sql.join(all, sql`, `)} ${insertOf(mutations, 'mutations')}`,
    z.unknown(),
  );
  writes.set(name, made);
  return made;
};

/** Where a row of somebody else's may stand in the way of one that was free when the batch was loaded. */
const TAKEN = new Set(['mutations_pkey', 'messages_pkey', 'posts_pkey', 'comments_pkey']);

/** A key or an id that was free when the batch was loaded is taken: it has to be loaded and decided anew. */
export class TakenMeanwhile extends Error {}

const NO_ROWS = '[]';

const toJson = (value: unknown): unknown =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;

/** @param columns only these, and the id */
const encode = <Table extends PgTable>(
  table: Table,
  rows: readonly Table['$inferInsert'][],
  columns?: readonly PgColumn[],
): string => {
  if (rows.length === 0) return NO_ROWS;
  const named = Object.entries(getTableColumns(table)).filter(
    ([key, column]) => !columns || key === 'id' || columns.includes(column),
  );
  return JSON.stringify(
    rows.map((row) => {
      const fields = new Map(Object.entries(row));
      return Object.fromEntries(named.map(([key, { name }]) => [name, toJson(fields.get(key) ?? null)]));
    }),
  );
};

/** What a batch writes, ready to be sent. */
export type EncodedBatch = { parts: Part[]; values: Record<string, string> };

export const encodeBatch = (
  state: BatchState,
  { log, verdicts }: { log: readonly LogRow[]; verdicts: readonly (typeof mutations.$inferInsert)[] },
): EncodedBatch => {
  const rows: Record<Part, Record<string, string>> = {
    people: { people: encode(users, state.people.changed, userColumns) },
    relations: {
      friendships: encode(friendships, state.friendships.changed, friendshipColumns),
      // The turn of the two covers what they say of each other.
      blocks: encode(blocks, allOf(state.blocks)),
      authorMutes: encode(authorMutes, allOf(state.authorMutes)),
    },
    chats: {
      chats: encode(chats, state.chats.changed, chatColumns),
      memberships: encode(memberships, state.memberships.changed, membershipColumns),
      changedMessages: encode(messages, state.messages.changed, messageColumns),
      messages: encode(messages, state.messages.added),
    },
    // The lock of the own place covers what a member keeps of messages.
    marks: {
      hiddenMessages: encode(hiddenMessages, allOf(state.hiddenMessages)),
      stars: encode(starredMessages, allOf(state.stars)),
    },
    posts: {
      changedPosts: encode(posts, state.posts.changed, postColumns),
      posts: encode(posts, state.posts.added),
      changedComments: encode(comments, state.comments.changed, commentColumns),
      comments: encode(comments, state.comments.added),
      // The lock of the post covers its marks: no other transaction adds one meanwhile.
      likes: encode(likes, allOf(state.likes)),
      hides: encode(hiddenPosts, allOf(state.hides)),
    },
  };
  const filled = PARTS.filter((part) => Object.values(rows[part]).some((one) => one !== NO_ROWS));
  const always = { log: encode(scopeLog, log), mutations: encode(mutations, verdicts) };
  return { parts: filled, values: Object.assign(always, ...filled.map((part) => rows[part])) };
};

const PARTS: readonly Part[] = ['people', 'relations', 'chats', 'marks', 'posts'];

const allOf = <R extends { version: number }>({ changed, added }: WorkingRows<R>): R[] => [
  ...changed,
  ...added,
];

/**
 * Writes what a batch has changed, with one statement.
 * @throws TakenMeanwhile
 */
export const writeBatch = async (tx: Transaction, { parts: wanted, values }: EncodedBatch): Promise<void> => {
  try {
    await writeOf(wanted)(tx, values);
  } catch (cause) {
    throw TAKEN.has(constraintOf(cause) ?? '') ? new TakenMeanwhile('Taken meanwhile', { cause }) : cause;
  }
};
