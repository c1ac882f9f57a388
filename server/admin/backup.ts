import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from '../../protocol/index.ts';
import type { Config } from '../config.ts';
import type { Transaction } from '../db/database.ts';
import { mailFolder } from '../mail/mailer.ts';
import { MissingBytesError } from '../storage/file-storage.ts';
import { openFileStorage } from '../storage/open-storage.ts';
import { version } from '../version.ts';
import type { AdminDatabase } from './admin-database.ts';
import {
  beginArchive,
  FILE_LIST,
  finishArchive,
  type KeptFile,
  type Manifest,
  rowsPath,
  writeFileOf,
  writeLines,
} from './archive.ts';
import { readJobsVersion, summarizeAll } from './fill-tables.ts';
import { Refusal } from './refusal.ts';
import { ask, readRows, setFormats } from './rows.ts';

const epochRow = z.object({ epoch: z.uuid() });
const migrationRow = z.object({ number: z.nullable(z.int()) });

/** The migration from which on a restored database can tell that it is one (server/db/renew-epoch.ts). */
const OLDEST = 33;

/** All reads of a backup see one moment; nothing waits for them on PostgreSQL. */
const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

export const readEpoch = async (tx: Transaction): Promise<string> => {
  const [found] = await ask(tx, epochRow, 'SELECT epoch FROM lineage');
  if (found === undefined) throw new Error('The database has no epoch');
  return found.epoch;
};

const backUpRows = (
  { db, kind }: Pick<AdminDatabase, 'db' | 'kind'>,
  folder: string,
): Promise<Omit<Manifest, 'files' | 'format'>> =>
  db.transaction(async (tx) => {
    await setFormats(tx);
    const [newest] = await ask(tx, migrationRow, 'SELECT max(number) AS number FROM migrations');
    if (newest?.number == null || newest.number < OLDEST)
      throw new Refusal('the database is of an older release: start this one on it first');
    const madeAt = new Date().toISOString();
    const tables: Manifest['tables'] = [];
    for (const table of await summarizeAll(tx))
      tables.push({
        ...table,
        sha256: await writeLines(folder, rowsPath(table.name), readRows(tx, table)),
      });
    return {
      ...{ madeAt, tambay: version, database: kind, tables },
      epoch: await readEpoch(tx),
      migration: newest.number,
      jobsVersion: await readJobsVersion(tx),
    };
  }, SNAPSHOT);

/** After the rows: a file without a row is swept later, a row without its file would be a picture that never comes. */
async function* copyFiles(config: Config, folder: string): AsyncGenerator<KeptFile> {
  const storage = await openFileStorage(config);
  for await (const key of storage.list()) {
    if (key.startsWith('.')) continue;
    const bytes = await storage.read(key).catch((error: unknown) => {
      // Removed since it was listed.
      if (error instanceof MissingBytesError) return null;
      throw error;
    });
    if (bytes !== null) yield await writeFileOf(folder, `files/${key}`, bytes);
  }
  const mails = mailFolder(config);
  for (const name of await readdir(mails).catch(() => []))
    yield await writeFileOf(folder, `mail/${name}`, createReadStream(join(mails, name)));
}

/**
 * Writes rows, files and mail that was not sent by a mail server into a new folder, while members go on. Uploads that have
 * not ended are left out: devices send them again.
 * @param folder absolute
 * @returns the manifest
 * @throws Refusal when the folder is not empty
 */
export const backUp = async (
  config: Config,
  database: Pick<AdminDatabase, 'db' | 'kind'>,
  folder: string,
): Promise<Omit<Manifest, 'format'>> => {
  await beginArchive(folder);
  const rows = await backUpRows(database, folder);
  let [count, bytes] = [0, 0];
  const list = async function* () {
    for await (const file of copyFiles(config, folder)) {
      count += 1;
      bytes += file.size;
      yield [JSON.stringify(file)];
    }
  };
  const hash = await writeLines(folder, FILE_LIST, list());
  const made = { ...rows, files: { count, bytes, sha256: hash } };
  await finishArchive(folder, made);
  return made;
};
