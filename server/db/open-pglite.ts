import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { drizzle } from 'drizzle-orm/pglite';
import { z } from '../../protocol/index.ts';
import type { ExecuteSql, OpenDatabase } from './database.ts';
import { DurableNodeFs } from './durable-node-fs.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { renewEpoch } from './renew-epoch.ts';
import * as schema from './schema.ts';
import { syncPath, syncTree } from './sync-to-disk.ts';

/** PGlite's own start parameters without `-F`, which turns fsync off, and with a sync method that its file system has. */
const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'synchronous_commit=on'],
];

/**
 * Opens the embedded database below `dataDir` (made when missing), which this process then holds alone.
 * @param upTo as of `migrate`
 * @throws FolderInUseError
 */
export async function openFolder(dataDir: string, upTo?: number): Promise<OpenDatabase> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dataDir);
  try {
    const database = await openClient(
      await PGlite.create({
        fs: new DurableNodeFs(await ensureCluster(dataDir)),
        startParams: DURABLE_START,
      }),
      upTo,
    );
    return {
      ...database,
      close: async () => {
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** PGlite takes a half-made folder for a whole one. So a new one is made aside and gets its name once it is on the disk. */
async function ensureCluster(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'database');
  if (existsSync(folder)) return folder;
  const aside = `${folder}.new`;
  await rm(aside, { recursive: true, force: true });
  // Nothing depends on it before it has its name: one sync at the end is enough.
  const client = await PGlite.create({ fs: new NodeFS(aside) });
  await client.close();
  await syncTree(aside);
  await rename(aside, folder);
  syncPath(dataDir);
  return folder;
}

/** PostgreSQL fills its buffers with zeros as it starts: 128 MB of them were half of what opening a database in memory cost. */
const SMALL_START = [
  ...PGlite.defaultStartParams,
  ...['-c', 'shared_buffers=16MB', '-c', 'wal_buffers=64kB', '-c', 'max_connections=5'],
];

/** Opens an embedded database in memory, optionally from a `dumpMemory` of an earlier one. */
export async function openMemory(dump?: Blob): Promise<OpenDatabase> {
  const from = dump === undefined ? {} : { loadDataDir: dump };
  return openClient(await PGlite.create({ ...from, startParams: SMALL_START }));
}

/** A migrated, empty database as bytes: opening from it costs a tenth of making one. */
export async function dumpMemory(): Promise<Blob> {
  const client = await PGlite.create({
    startParams: SMALL_START,
    // A segment is in the dump as a whole.
    initDbStartParams: ['--wal-segsize=1'],
  });
  await migrate(connectionOf(client));
  const dump = await client.dumpDataDir('none');
  await client.close();
  return dump;
}

async function openClient(client: PGlite, upTo?: number): Promise<OpenDatabase> {
  copyFewParsers(client);
  const died = watchForDeath(client);
  // An engine that has crashed does not answer `close` either.
  const close = async (): Promise<void> => {
    await Promise.race([client.close(), died]);
  };
  try {
    await migrate(connectionOf(client), undefined, upTo);
  } catch (error) {
    await client.close();
    throw error;
  }
  const db = drizzle(client, { schema });
  const executeSql = executeOn(client);
  return {
    ...{ db, visitorDb: db, kind: 'pglite', died, executeSql, close },
    renewEpoch: () => renewEpoch(executeSql),
    poolState: () => null,
  };
}

/**
 * PGlite copies its parsers for each query that brings some of its own, as all of Drizzle's do: three hundred, one for the
 * arrays of each type and each table, which is half of what a small query costs. A copy leaves out what is inherited:
 * Drizzle reads its array columns from text, and a query without parsers of its own still finds all.
 */
function copyFewParsers(client: PGlite): void {
  const parsers: typeof client.parsers = Object.create(client.parsers);
  client.parsers = Object.assign(parsers, types.parsers);
}

/**
 * Several statements with a BEGIN among them run under PGlite's own transaction, which excludes all other statements: one that
 * fails would otherwise leave the only connection in an aborted transaction for the next caller.
 */
const executeOn =
  (client: PGlite): ExecuteSql =>
  async (text, values) => {
    if (values && values.length > 0) return client.query(text, values);
    const results = /\bBEGIN\b/i.test(text)
      ? await client.transaction((tx) => tx.exec(text))
      : await client.exec(text);
    return { rows: results.flatMap(({ rows }) => rows) };
  };

const serverError = z.object({ severity: z.string() });

/**
 * After a PANIC, as of a disk that fails, or a crash of its code, the engine answers nothing ever again: queries wait for
 * ever, and only a new process recovers what is on the disk.
 */
function watchForDeath(client: PGlite): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const watch =
    <Message extends unknown[], Answer>(ask: (...message: Message) => Promise<Answer>) =>
    async (...message: Message): Promise<Answer> => {
      try {
        return await ask(...message);
      } catch (error) {
        const severity = serverError.safeParse(error).data?.severity;
        if (severity !== 'ERROR') resolve(error);
        throw error;
      }
    };
  client.execProtocol = watch(client.execProtocol.bind(client));
  client.execProtocolStream = watch(client.execProtocolStream.bind(client));
  return promise;
}

const connectionOf = (client: PGlite) => ({
  run: async (statements: string) => {
    await client.exec(statements);
  },
  rows: async (statement: string, parameters?: unknown[]) =>
    z.array(z.unknown()).parse((await client.query(statement, parameters)).rows),
});
