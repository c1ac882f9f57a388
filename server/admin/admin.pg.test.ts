import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../test/support/services.ts';
import { type Config, parseConfig } from '../config.ts';
import { NEWEST } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { openFolder } from '../db/open-pglite.ts';
import { openPostgres } from '../db/open-postgres.ts';
import { World } from '../testing/world.ts';
import { type AdminDatabase, openAdminDatabase } from './admin-database.ts';
import { backUp, readEpoch } from './backup.ts';
import { prepareJobs, summarizeAll } from './fill-tables.ts';
import { move } from './move.ts';
import { restore } from './restore.ts';
import { setFormats } from './rows.ts';

type Kind = 'pglite' | 'postgres';
const made: { folders: string[]; databases: TestDatabase[] } = { folders: [], databases: [] };
afterEach(async () => {
  for (const database of made.databases.splice(0)) await database.drop();
  for (const folder of made.folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'tambay-admin-'));
  made.folders.push(folder);
  return folder;
};

/** The settings of an installation that has nothing yet. */
const install = async (kind: Kind): Promise<Config> => {
  const env = { DATA_DIR: await newFolder() };
  if (kind === 'pglite') return parseConfig(env);
  const database = await createTestDatabase();
  made.databases.push(database);
  return parseConfig({ ...env, DATABASE_URL: database.url });
};

const onDatabase = async <T>(
  config: Config,
  work: (database: AdminDatabase) => Promise<T>,
  upTo = NEWEST,
): Promise<T> => {
  const database = await openAdminDatabase(config, upTo);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

/** Two friends, what they wrote with all that JSON has to escape, a job for later, a file and a mail. */
const furnish = async (config: Config): Promise<World> => {
  const world = await onDatabase(config, async (database) => {
    const furnished = new World(database.db);
    const { ana, chatId } = await furnished.friends();
    for (const words of ['Kumusta?', '"quoted" \\ back\nnext line', '😀 ñ \u2028', "it's {json} [1]"])
      await furnished.say(ana, chatId, words);
    await prepareJobs(database);
    await database.executeSql(
      `INSERT INTO pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds, deletion_seconds, partition, table_name)
       VALUES ('purge', 'standard', 2, 1, true, 60, 3600, 3600, false, 'job_common')`,
    );
    await database.executeSql(
      `INSERT INTO pgboss.job (name, data, start_after) VALUES ('purge', '{"userId": "x"}', now() + interval '14 days')`,
    );
    return furnished;
  });
  for (const [path, bytes] of [
    ['files/ab/01', 'the bytes of a picture'],
    ['mail', 'mail'],
  ] as const) {
    await mkdir(join(config.dataDir, path), { recursive: true });
    await writeFile(join(config.dataDir, path, 'whole'), bytes);
  }
  return world;
};

/** What is in an installation, but for what a restore has to make anew. */
const contents = (config: Config) =>
  onDatabase(config, ({ db }) =>
    db.transaction(async (tx) => {
      await setFormats(tx);
      const tables = await summarizeAll(tx);
      return {
        tables: tables.filter(({ name }) => !/lineage|scopes|secrets|queue/.test(name)),
        epoch: await readEpoch(tx),
      };
    }),
  );

const fileOf = ({ dataDir }: Config): Promise<string> => readFile(join(dataDir, 'files/ab/01/whole'), 'utf8');

const takeBackup = async (config: Config): Promise<string> => {
  const folder = join(await newFolder(), 'backup');
  await onDatabase(config, (database) => backUp(config, database, folder), 0);
  return folder;
};

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
  );

describe.skipIf(!hasPostgres)('the copy of a whole installation', { timeout: 120_000 }, () => {
  it.each([
    ['pglite', 'postgres'],
    ['postgres', 'pglite'],
  ] as const)('backs up %s and restores it into %s, with a new epoch', async (from, to) => {
    const [source, target] = [await install(from), await install(to)];
    await furnish(source);
    const folder = await takeBackup(source);
    await restore(target, folder);
    const [before, after] = [await contents(source), await contents(target)];
    expect(after.tables).toEqual(before.tables);
    expect(before.tables.find(({ name }) => name === 'public.messages')?.rows).toBe(4);
    expect(before.tables.find(({ name }) => name === 'pgboss.job')?.rows).toBe(1);
    expect(after.epoch).not.toBe(before.epoch);
    expect(await fileOf(target)).toBe('the bytes of a picture');
    expect(await readFile(join(target.dataDir, 'mail/whole'), 'utf8')).toBe('mail');
    // A server starts on it: the rows obey the foreign keys, and new ones can be written.
    const opened = await openDatabase(target);
    const world = new World(opened.db);
    const { ana, chatId } = await world.friends();
    await world.say(ana, chatId, 'after');
    await opened.close();
  });

  it('sees one moment while members write', async () => {
    const [source, target] = [await install('postgres'), await install('postgres')];
    await furnish(source);
    const opened = await openPostgres(source.databaseUrl ?? '', 2);
    const world = new World(opened.db);
    const { ana, chatId } = await world.friends();
    let isWriting = true;
    const writing = (async () => {
      while (isWriting) await world.say(ana, chatId, 'still writing');
    })();
    const folder = await takeBackup(source);
    isWriting = false;
    await writing;
    await opened.close();
    const { tables } = await restore(target, folder);
    expect((await contents(target)).tables).toEqual(
      tables
        .map(({ sha256: _sha256, ...table }) => table)
        .filter(({ name }) => !/lineage|scopes|secrets|queue/.test(name)),
    );
  });

  it('restores a backup of an older release, and the next start migrates it', async () => {
    const [source, target] = [await install('postgres'), await install('pglite')];
    await onDatabase(
      source,
      ({ executeSql }) => executeSql(`INSERT INTO secrets VALUES ('old', 'value')`),
      34,
    );
    await restore(target, await takeBackup(source));
    const opened = await openDatabase(target);
    const { rows } = await opened.executeSql(
      `SELECT value, (SELECT max(number) FROM migrations) > 34 AS migrated FROM secrets WHERE name = 'old'`,
    );
    await opened.close();
    expect(rows).toEqual([{ value: 'value', migrated: true }]);
  });

  it('refuses in one line what is torn, changed, newer or no backup, and changes nothing', async () => {
    const source = await install('pglite');
    await furnish(source);
    const target = await install('pglite');
    const spoil: Record<string, (folder: string) => Promise<void>> = {
      'no finished backup': (folder) => rm(join(folder, 'manifest.json')),
      'damaged, or of another version': (folder) => truncate(join(folder, 'manifest.json'), 200),
      'public.messages.ndjson.gz is damaged': (folder) =>
        truncate(join(folder, 'rows/public.messages.ndjson.gz'), 50),
      'public.users.ndjson.gz is missing': (folder) => rm(join(folder, 'rows/public.users.ndjson.gz')),
      'files/ab/01/whole is damaged': (folder) => writeFile(join(folder, 'files/ab/01/whole'), 'other bytes'),
      'of newer code': async (folder) => {
        const path = join(folder, 'manifest.json');
        const manifest = JSON.parse(await readFile(path, 'utf8'));
        await writeFile(path, JSON.stringify({ ...manifest, migration: 999 }));
      },
    };
    for (const [words, damage] of Object.entries(spoil)) {
      const folder = await takeBackup(source);
      await damage(folder);
      const refusal = await refusalOf(restore(target, folder));
      expect(refusal).toMatch(/^Refusal: [^\n]*$/);
      expect(refusal).toContain(words);
    }
    expect(existsSync(join(target.dataDir, 'database'))).toBe(false);
    expect(existsSync(join(target.dataDir, 'files'))).toBe(false);
  });

  it('refuses a database that somebody uses, and a folder that is not empty', async () => {
    const [source, used] = [await install('pglite'), await install('postgres')];
    await furnish(source);
    await furnish(used);
    const before = await contents(used);
    const folder = await takeBackup(source);
    expect(await refusalOf(restore(used, folder))).toMatch(/^Refusal: the database is not empty/);
    expect(await contents(used)).toEqual(before);
    const again = onDatabase(source, (database) => backUp(source, database, folder), 0);
    expect(await refusalOf(again)).toMatch(/^Refusal: .* is not empty: name a new folder/);
  });

  it('moves an embedded database to a server: epoch, jobs and rows are the same, and no server starts on the old one', async () => {
    const [source, target] = [await install('pglite'), await install('postgres')];
    await furnish(source);
    const before = await contents(source);
    const to = target.databaseUrl ?? '';
    await move(source, to);
    expect(await contents({ ...source, databaseUrl: to })).toEqual(before);
    // The first connection of a server looks whether the tables are those that the epoch was written for.
    const opened = await openPostgres(to, 1);
    await opened.executeSql('SELECT 1');
    await opened.close();
    expect((await contents({ ...source, databaseUrl: to })).epoch).toBe(before.epoch);
    expect(await refusalOf(openDatabase(source))).toMatch(/^MovedError: .*set DATABASE_URL/);
    expect(await fileOf(source)).toBe('the bytes of a picture');
  });

  it('goes on with a move that was ended before it could say so, and takes no other database for its own', async () => {
    const [source, target, other] = [
      await install('pglite'),
      await install('postgres'),
      await install('postgres'),
    ];
    await furnish(source);
    const to = target.databaseUrl ?? '';
    await move(source, to);
    await rm(join(source.dataDir, 'MOVED'));
    await move(source, to);
    expect(existsSync(join(source.dataDir, 'MOVED'))).toBe(true);
    await rm(join(source.dataDir, 'MOVED'));
    await furnish(other);
    expect(await refusalOf(move(source, other.databaseUrl ?? ''))).toMatch(
      /^Refusal: the database is not empty/,
    );
  });

  it('takes files into a bucket and out of it', async () => {
    // It brings no types of its own.
    const { default: S3rver } = await import('s3rver' as string);
    const bucket = new S3rver({
      ...{ port: 0, address: '127.0.0.1', silent: true, directory: await newFolder() },
      configureBuckets: [{ name: 'files', configs: [] }],
    });
    const { port } = await bucket.run();
    try {
      const [source, server, target] = [
        await install('pglite'),
        await install('postgres'),
        await install('pglite'),
      ];
      await furnish(source);
      const storageUrl = `s3://S3RVER:S3RVER@127.0.0.1:${port}/files?insecure`;
      const to = server.databaseUrl ?? '';
      const moving = { ...source, storageUrl };
      expect((await move(moving, to)).files).toBe(1);
      // What has arrived is not sent again.
      await rm(join(source.dataDir, 'MOVED'));
      expect((await move(moving, to)).files).toBe(0);
      await restore(target, await takeBackup({ ...server, storageUrl }));
      expect(await fileOf(target)).toBe('the bytes of a picture');
    } finally {
      await bucket.close();
    }
  });

  it('moves nothing while a server runs, and nothing from an empty folder', async () => {
    const [source, target] = [await install('pglite'), await install('postgres')];
    const to = target.databaseUrl ?? '';
    expect(await refusalOf(move(source, to))).toMatch(/^Refusal: .* has no embedded database/);
    const running = await openFolder(source.dataDir);
    expect(await refusalOf(move(source, to))).toMatch(/^FolderInUseError/);
    await running.close();
  });
});
