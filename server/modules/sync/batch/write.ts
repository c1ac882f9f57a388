import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { z } from '../../../../protocol/index.ts';
import type { Transaction } from '../../../db/database.ts';
import { preparedSql } from '../../../db/prepared.ts';
import { chats, likes, memberships, messages, mutations, posts, scopeLog } from '../../../db/schema.ts';
import type { LogRow } from '../change-log.ts';
import type { BatchState } from './state.ts';

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

const chatColumns = [chats.lastSeq, chats.lastMessageAt, chats.requestedBy, chats.acceptedAt, chats.version];
const membershipColumns = [
  ...[memberships.seenSeq, memberships.ownAfterSeen, memberships.isDeclined],
  memberships.version,
];
const postColumns = [posts.likeCount, posts.version];
const messageColumns = [messages.content, messages.editedAt, messages.reactions, messages.version];

/** One round trip for all rows of a batch. A key or an id that somebody else has stored meanwhile is left out and counted. */
const writeRows = preparedSql(
  'batch-write',
  sql`with
    changed_chats as (${updateOf(chats, chatColumns, 'chats')}),
    changed_places as (${updateOf(memberships, membershipColumns, 'memberships')}),
    changed_posts as (${updateOf(posts, postColumns, 'posts')}),
    liked as (${insertOf(likes, 'likes')} on conflict (post_id, user_id) do update
      set liked_at = excluded.liked_at, deleted_at = excluded.deleted_at, version = excluded.version),
    changed_messages as (${updateOf(messages, messageColumns, 'changedMessages')}),
    logged as (${insertOf(scopeLog, 'log')}),
    added as (${insertOf(messages, 'messages')} on conflict (id) do nothing returning 1),
    settled as (${insertOf(mutations, 'mutations')} on conflict (user_id, id) do nothing returning 1)
    select (select count(*)::int from added) as messages, (select count(*)::int from settled) as mutations`,
  z.object({ messages: z.int(), mutations: z.int() }),
);

/** A key or an id that was free when the batch was loaded is taken: it has to be loaded and decided anew. */
export class TakenMeanwhile extends Error {}

const toJson = (value: unknown): unknown =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;

const encode = <Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]): string => {
  const columns = Object.entries(getTableColumns(table));
  return JSON.stringify(
    rows.map((row) => {
      const fields = new Map(Object.entries(row));
      return Object.fromEntries(columns.map(([key, { name }]) => [name, toJson(fields.get(key) ?? null)]));
    }),
  );
};

/**
 * Writes what a batch has changed: the last statement of its transaction.
 * @throws TakenMeanwhile
 */
export const writeBatch = async (
  tx: Transaction,
  state: BatchState,
  { log, verdicts }: { log: readonly LogRow[]; verdicts: readonly (typeof mutations.$inferInsert)[] },
): Promise<void> => {
  const { added, changed } = state.messages;
  const [written] = await writeRows(tx, {
    chats: encode(chats, state.chats.changed),
    memberships: encode(memberships, state.memberships.changed),
    posts: encode(posts, state.posts.changed),
    // The lock of the post covers its likes: no other transaction adds one meanwhile.
    likes: encode(likes, [...state.likes.changed, ...state.likes.added]),
    changedMessages: encode(messages, changed),
    log: encode(scopeLog, log),
    messages: encode(messages, added),
    mutations: encode(mutations, verdicts),
  });
  if (written?.messages !== added.length || written.mutations !== verdicts.length) throw new TakenMeanwhile();
};
