import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from '../../protocol/index.ts';
import type { Config } from '../config.ts';
import type { Transaction } from '../db/database.ts';
import { newestMigration } from '../db/migrate.ts';
import { movedMark } from '../db/open-database.ts';
import { KEEP_EPOCH } from '../db/renew-epoch.ts';
import { syncPath } from '../db/sync-to-disk.ts';
import { openFileStorage } from '../storage/open-storage.ts';
import { assertInstalled, openAdminDatabase } from './admin-database.ts';
import { readEpoch } from './backup.ts';
import { type CopiedTable, fillTables, prepareJobs, summarizeAll } from './fill-tables.ts';
import { ask, listTables, readRows, setFormats, summarize } from './rows.ts';

/** With a bucket in `STORAGE_URL` the files go there; else they stay in the data folder, which the server goes on with. */
const moveFiles = async (config: Config): Promise<number> => {
  if (config.storageUrl === undefined) return 0;
  const [from, to] = await Promise.all([
    openFileStorage({ ...config, storageUrl: undefined }),
    openFileStorage(config),
  ]);
  const there = new Set(await Array.fromAsync(to.list()));
  let moved = 0;
  for await (const key of from.list()) {
    if (key.startsWith('.') || there.has(key)) continue;
    await to.putFile(key, join(config.dataDir, 'files', key), 'application/octet-stream');
    moved += 1;
  }
  return moved;
};

/** An earlier run was ended after it had filled the database, and before it could say so. */
const isAlreadyThere = async (
  target: Transaction,
  epoch: string,
  tables: readonly CopiedTable[],
): Promise<boolean> => {
  await setFormats(target);
  const [found] = await ask(target, z.object({ epoch: z.uuid() }), 'SELECT epoch FROM lineage');
  if (found?.epoch !== epoch) return false;
  const known = new Set((await listTables(target)).map(({ name }) => name));
  for (const table of tables) {
    // The move itself changes `lineage`, `secrets` and the queues.
    if (!table.name.startsWith('public.') || /\.(?:lineage|secrets)$/.test(table.name)) continue;
    if (!known.has(table.name)) return false;
    const { rows, sum } = await summarize(target, table);
    if (rows !== table.rows || sum !== table.sum) return false;
  }
  return true;
};

export type Moved = { readonly rows: number; readonly tables: number; readonly files: number };

/**
 * Moves the embedded database into an empty one on a PostgreSQL server, whole: rows, jobs, keys and epoch, so that devices go
 * on as if nothing had happened. The embedded one stays as it was, and no server starts on it any more. Interrupted, it is run
 * again: the rows are there all or not at all, and files that have arrived are not sent twice.
 * @param config names the embedded database, and a bucket if the files are to go there
 * @param to `postgres://…`
 * @throws FolderInUseError while a server runs on the folder
 * @throws Refusal when there is nothing to move, or the target holds anything else
 */
export const move = async (config: Config, to: string): Promise<Moved> => {
  assertInstalled(config);
  const source = await openAdminDatabase({ dataDir: config.dataDir }, Number.POSITIVE_INFINITY);
  try {
    const target = await openAdminDatabase(
      { dataDir: config.dataDir, databaseUrl: to },
      await newestMigration(),
    );
    try {
      await prepareJobs(target);
      const files = await moveFiles(config);
      const tables = await source.db.transaction(async (reading) => {
        await setFormats(reading);
        const copied = await summarizeAll(reading);
        const epoch = await readEpoch(reading);
        await target.db.transaction(async (writing) => {
          if (await isAlreadyThere(writing, epoch, copied)) return;
          await fillTables(writing, copied, (table) => readRows(reading, table));
          await writing.execute(sql.raw(KEEP_EPOCH));
        });
        return copied;
      });
      await writeFile(movedMark(config.dataDir), `${new Date().toISOString()}\n`, {
        mode: 0o600,
        flush: true,
      });
      syncPath(config.dataDir);
      return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables: tables.length, files };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};
