import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { z } from '../../protocol/index.ts';
import type { Transaction } from '../db/database.ts';
import { MARK } from '../storage/claim-folder.ts';
import type { AdminDatabase } from './admin-database.ts';
import { Refusal } from './refusal.ts';
import {
  ask,
  insertRows,
  listTables,
  setFormats,
  summarize,
  type TableRef,
  type TableSummary,
} from './rows.ts';

export type CopiedTable = TableRef & TableSummary;

/** They have rows before anybody has used the database. */
const OWN_ROWS = ['public.lineage', 'public.secrets', 'public.vapid_keys', 'pgboss.job'];
/** Its counters and times change by themselves. */
const QUEUES = 'pgboss.queue';

const foreignKey = z.object({ table: z.string(), name: z.string(), definition: z.string() });
const foreignKeys = `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name,
  pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`;

/** @throws Refusal when there is anything in it that somebody wrote */
export const assertEmpty = async (tx: Transaction): Promise<void> => {
  for (const { name } of await listTables(tx)) {
    if (OWN_ROWS.includes(name) || name === QUEUES) continue;
    const found = await ask(tx, z.unknown(), `SELECT 1 FROM ${name} LIMIT 1`);
    if (found.length > 0) throw new Refusal(`the database is not empty: ${name} has rows`);
  }
};

/**
 * Fills an empty database and compares it with where the rows came from. Foreign keys are made anew afterwards, which checks
 * all of them: rows may then come in any order.
 * @param rowsOf lines of JSON, as `readRows` gives them
 * @throws Refusal when the rows are not those that were read
 */
export const fillTables = async (
  tx: Transaction,
  tables: readonly CopiedTable[],
  rowsOf: (table: CopiedTable) => AsyncIterable<readonly string[]>,
): Promise<void> => {
  await setFormats(tx);
  await assertEmpty(tx);
  const known = new Set((await listTables(tx)).map(({ name }) => name));
  for (const { name } of tables) if (!known.has(name)) throw new Refusal(`the database has no table ${name}`);
  for (const name of OWN_ROWS) if (known.has(name)) await tx.execute(sql.raw(`DELETE FROM ${name}`));
  const keys = await ask(tx, foreignKey, foreignKeys);
  for (const { table, name } of keys)
    await tx.execute(sql.raw(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`));
  for (const table of tables) for await (const lines of rowsOf(table)) await insertRows(tx, table, lines);
  for (const { table, name, definition } of keys)
    await tx.execute(sql.raw(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`));
  for (const table of tables) {
    if (table.name === QUEUES) continue;
    const { rows, sum } = await summarize(tx, table);
    if (rows !== table.rows || sum !== table.sum)
      throw new Refusal(`${table.name} has ${rows} rows instead of ${table.rows}, or others`);
  }
  // The folder of the files may be another one from now on: the next start claims it.
  await tx.execute(sql`DELETE FROM secrets WHERE name = ${MARK}`);
};

/** @returns the tables with what they hold, as of this transaction */
export const summarizeAll = async (tx: Transaction): Promise<CopiedTable[]> => {
  const tables: CopiedTable[] = [];
  for (const table of await listTables(tx)) tables.push({ ...table, ...(await summarize(tx, table)) });
  return tables;
};

/** Makes the tables of pg-boss, as a server does at its first start. */
export const prepareJobs = async ({ executeSql, kind }: AdminDatabase): Promise<void> => {
  const boss = new PgBoss({ db: { executeSql }, backend: kind, schedule: false, supervise: false });
  await boss.start();
  await boss.stop({ graceful: false });
};

const version = z.object({ version: z.int() });

/** @returns the version of pg-boss's tables, null when there are none */
export const readJobsVersion = async (tx: Transaction): Promise<number | null> => {
  const [there] = await ask(
    tx,
    z.object({ there: z.boolean() }),
    `SELECT to_regclass('pgboss.version') IS NOT NULL AS there`,
  );
  if (!there?.there) return null;
  const [found] = await ask(tx, version, 'SELECT version FROM pgboss.version');
  return found?.version ?? null;
};
