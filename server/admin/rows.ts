import { sql } from 'drizzle-orm';
import { z } from '../../protocol/index.ts';
import type { Transaction } from '../db/database.ts';

/**
 * Whole tables as lines of JSON that PostgreSQL itself writes and reads: both databases write a value as the same text, and no
 * value passes through a JavaScript number or date.
 */

/** Names are quoted and have their schema. */
const table = z.object({ name: z.string(), columns: z.string() });
export type TableRef = z.infer<typeof table>;

/** `sum`: of the hashes of all rows, in any order. */
const summary = z.object({ rows: z.int(), sum: z.string() });
export type TableSummary = z.infer<typeof summary>;

const ROWS_AT_ONCE = 500;

/** For the rest of the transaction. Time zone and formats decide the text of a value. */
const SETTINGS = [
  "TimeZone = 'UTC'",
  "DateStyle = 'ISO, MDY'",
  "IntervalStyle = 'postgres'",
  "bytea_output = 'hex'",
  'extra_float_digits = 1',
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
];

const answerOf = <T>(item: z.ZodMiniType<T>) => z.object({ rows: z.array(item) });
export const ask = async <T>(tx: Transaction, item: z.ZodMiniType<T>, text: string): Promise<T[]> =>
  answerOf(item).parse(await tx.execute(sql.raw(text))).rows;

export const setFormats = async (tx: Transaction): Promise<void> => {
  for (const setting of SETTINGS) await tx.execute(sql.raw(`SET LOCAL ${setting}`));
};

/**
 * The tables that are copied: all of ours but the list of migrations, which the other database has of its own, and the words of
 * texts, which its triggers and the server make anew; and the queues and jobs of pg-boss, which makes the rest of its tables itself.
 */
export const listTables = (tx: Transaction): Promise<TableRef[]> =>
  ask(
    tx,
    table,
    `SELECT format('%I.%I', c.table_schema, c.table_name) AS name,
        string_agg(quote_ident(c.column_name), ', ' ORDER BY c.ordinal_position) AS columns
      FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
        AND ((c.table_schema = 'public' AND c.table_name NOT IN ('migrations', 'message_words', 'post_words', 'person_words'))
          OR (c.table_schema = 'pgboss' AND c.table_name IN ('queue', 'job')))
      GROUP BY c.table_schema, c.table_name
      ORDER BY c.table_schema DESC, c.table_name DESC`,
  );

const line = z.object({ line: z.string() });

/** Every row as a line of JSON, some hundred at a time. */
export async function* readRows(tx: Transaction, { name, columns }: TableRef): AsyncGenerator<string[]> {
  const rows = `SELECT row_to_json(r)::text AS line FROM (SELECT ${columns} FROM ${name}) r`;
  await tx.execute(sql.raw(`DECLARE copied CURSOR FOR ${rows}`));
  while (true) {
    const found = await ask(tx, line, `FETCH ${ROWS_AT_ONCE} FROM copied`);
    if (found.length === 0) break;
    yield found.map((one) => one.line);
  }
  await tx.execute(sql.raw('CLOSE copied'));
}

/** Inserts rows as `readRows` gives them; those whose key is there already stay. */
export const insertRows = async (
  tx: Transaction,
  { name, columns }: TableRef,
  lines: readonly string[],
): Promise<void> => {
  const json = `[${lines.join()}]`;
  await tx.execute(
    sql`INSERT INTO ${sql.raw(`${name} (${columns}) SELECT ${columns}`)} FROM json_populate_recordset(${sql.raw(`NULL::${name}`)}, ${json}::json) ON CONFLICT DO NOTHING`,
  );
};

/** How many rows there are and what they say, equal in both databases when the rows are. */
export const summarize = async (tx: Transaction, { name, columns }: TableRef): Promise<TableSummary> => {
  const hash = `('x' || left(md5(row_to_json(r)::text), 16))::bit(64)::bigint`;
  const [found] = await ask(
    tx,
    summary,
    `SELECT count(*)::int AS rows, coalesce(sum(${hash}), 0)::text AS sum FROM (SELECT ${columns} FROM ${name}) r`,
  );
  if (found === undefined) throw new Error(`No answer about ${name}`);
  return found;
};
