import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from '../../protocol/index.ts';

/**
 * Numbered SQL files, applied in order, each in a transaction together with the row that records it: a process killed in
 * the middle leaves whole steps behind, and the next start goes on from there. Applied files never change.
 */
const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;
const folderOfThisCode = join(import.meta.dirname, 'migrations');

/** What migrating needs of a database: one connection, several statements at once. */
export interface SqlConnection {
  run(sql: string): Promise<void>;
  rows(sql: string, parameters?: unknown[]): Promise<unknown[]>;
}

/** The files and the database do not fit together; a person has to look. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

interface Migration {
  number: number;
  name: string;
  sql: string;
  hash: string;
}

const appliedRow = z.object({ number: z.int(), name: z.string(), hash: z.string() });

/** As of the migrations that this code knows, all of them. */
export const NEWEST = Number.POSITIVE_INFINITY;

/**
 * Brings the database to the newest version. The caller excludes concurrent migrations.
 * @param upTo the number of the last migration to apply; 0 only checks that this code knows those that were applied
 */
export async function migrate(
  connection: SqlConnection,
  folder = folderOfThisCode,
  upTo = NEWEST,
): Promise<void> {
  const files = await readMigrations(folder);
  await connection.run(
    'CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, name text NOT NULL, hash text NOT NULL, applied_at timestamptz(3) NOT NULL DEFAULT now())',
  );
  const applied = z
    .array(appliedRow)
    .parse(await connection.rows('SELECT number, name, hash FROM migrations ORDER BY number'));
  assertHistoryFits(applied, files);
  for (const file of files.slice(applied.length, Math.max(applied.length, upTo)))
    await applyMigration(connection, file);
}

/** @returns the number of the newest migration that this code knows */
export const newestMigration = async (): Promise<number> => (await readMigrations(folderOfThisCode)).length;

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(FILE_NAME.exec(name)?.[1]);
      if (number !== index + 1) {
        throw new MigrationError(`Migration "${name}" does not follow the numbering 0001-name.sql, 0002-…`);
      }
      // A checkout may turn line ends round; that changes no statement.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { number, name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

function assertHistoryFits(applied: z.output<typeof appliedRow>[], files: Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const file = files[index];
    if (file === undefined || file.number !== row.number) {
      throw new MigrationError(
        `The database has migration "${row.name}", which this version of Tambay does not know: run the newer version.`,
      );
    }
    if (file.hash !== row.hash) {
      throw new MigrationError(
        `Migration "${row.name}" is not the one that this database was made with: applied files must not change.`,
      );
    }
  }
}

async function applyMigration(
  connection: SqlConnection,
  { number, name, sql, hash }: Migration,
): Promise<void> {
  await connection.run('BEGIN');
  try {
    await connection.run(sql);
    await connection.rows('INSERT INTO migrations (number, name, hash) VALUES ($1, $2, $3)', [
      number,
      name,
      hash,
    ]);
    await connection.run('COMMIT');
  } catch (error) {
    await connection.run('ROLLBACK');
    throw new MigrationError(`Migration "${name}" failed.`, { cause: error });
  }
}
