import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from '../../protocol/index.ts';
import type { Config } from '../config.ts';
import { MigrationError, newestMigration } from '../db/migrate.ts';
import { renewEpoch } from '../db/renew-epoch.ts';
import { mailFolder } from '../mail/mailer.ts';
import { openFileStorage } from '../storage/open-storage.ts';
import { openAdminDatabase } from './admin-database.ts';
import { type Manifest, readFileList, readManifest, readTable, verifyArchive } from './archive.ts';
import { assertEmpty, fillTables, prepareJobs, readJobsVersion } from './fill-tables.ts';
import { Refusal } from './refusal.ts';
import { ask } from './rows.ts';

const OTHER_VERSION = 'use the version of Tambay that made the backup, and upgrade afterwards';

const restoreFiles = async (config: Config, folder: string): Promise<void> => {
  const storage = await openFileStorage(config);
  for await (const { path } of readFileList(folder)) {
    const from = join(folder, path);
    const [place = '', ...rest] = path.split('/');
    if (place === 'files') {
      // The type of a file is in its row.
      await storage.putFile(rest.join('/'), from, 'application/octet-stream');
      continue;
    }
    const to = join(mailFolder(config), ...rest);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await copyFile(from, to);
  }
};

/**
 * Puts a backup of either kind of database into the empty database that the configuration names. It gets a new epoch: devices
 * load their data again and keep what they have not sent. The next start of the server applies newer migrations.
 * @throws Refusal, before anything is changed, for a damaged backup, a database that is not empty, and one of newer code
 */
export const restore = async (config: Config, folder: string): Promise<Manifest> => {
  const manifest = await readManifest(folder);
  if (manifest.migration > (await newestMigration()))
    throw new Refusal(`the backup is of newer code: ${OTHER_VERSION}`);
  await verifyArchive(folder, manifest);
  const database = await openAdminDatabase(config, manifest.migration).catch((error: unknown) => {
    if (!(error instanceof MigrationError)) throw error;
    throw new Refusal(`the database has another history of migrations: ${error.message}`, { cause: error });
  });
  try {
    const [newest] = await database.db.transaction((tx) =>
      ask(tx, z.object({ number: z.int() }), 'SELECT max(number) AS number FROM migrations'),
    );
    if (newest?.number !== manifest.migration)
      throw new Refusal(
        'the database was migrated further than the backup: name one that no server has started on',
      );
    await database.db.transaction(assertEmpty);
    if (manifest.jobsVersion !== null) {
      await prepareJobs(database);
      if ((await database.db.transaction(readJobsVersion)) !== manifest.jobsVersion)
        throw new Refusal(`the backup has another kind of job tables: ${OTHER_VERSION}`);
    }
    await restoreFiles(config, folder);
    await database.db.transaction(async (tx) => {
      await fillTables(tx, manifest.tables, (table) => readTable(folder, table));
      await renewEpoch(async (text) => ({ rows: await ask(tx, z.unknown(), text) }));
    });
  } finally {
    await database.close();
  }
  return manifest;
};
