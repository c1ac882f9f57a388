import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { migrate } from '../db/migrate.ts';

const migrations = join(import.meta.dirname, '..', 'db', 'migrations');

/**
 * An embedded database in memory as it was before one migration: for tests of what that migration does to stored rows.
 * @param name the end of its file's name, as `chat-ids.sql`
 */
export const openBefore = async (name: string) => {
  const client = await PGlite.create();
  const connection = {
    run: async (sql: string) => {
      await client.exec(sql);
    },
    rows: async (sql: string, parameters?: unknown[]) => (await client.query(sql, parameters)).rows,
  };
  const folder = await mkdtemp(join(tmpdir(), 'tambay-migrate-'));
  const names = (await readdir(migrations)).toSorted();
  const until = names.findIndex((one) => one.endsWith(`-${name}`));
  if (until < 0) throw new Error(`There is no migration ${name}.`);
  for (const one of names.slice(0, until)) await cp(join(migrations, one), join(folder, one));
  await migrate(connection, folder);
  return {
    client,
    /** Runs one statement; answers its rows. */
    rows: (sql: string, ...parameters: unknown[]) => connection.rows(sql, parameters),
    /** Runs the migration, and all that come after it. */
    migrate: () => migrate(connection, migrations),
    close: async () => {
      await client.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
