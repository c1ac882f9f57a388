import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenDatabase } from '../db/database.ts';
import { dumpMemory, openMemory } from '../db/open-pglite.ts';
import { openPostgres } from '../db/open-postgres.ts';

export type OpenedDatabase = OpenDatabase;

/** Names a dump by all that it is made of: another migration or another PGlite makes another one. */
const dumpPath = (): string => {
  const migrations = join(import.meta.dirname, '..', 'db', 'migrations');
  const pglite = import.meta.resolve('@electric-sql/pglite');
  const hash = createHash('sha256').update(readFileSync(new URL('../package.json', pglite)));
  hash.update(readFileSync(join(migrations, '..', 'open-pglite.ts')));
  for (const name of readdirSync(migrations).toSorted((a, b) => (a < b ? -1 : 1)))
    hash.update(name).update(readFileSync(join(migrations, name)));
  return join(tmpdir(), `tambay-test-database-${hash.digest('hex').slice(0, 16)}.tar`);
};

/** Making a cluster takes seconds and is the same every time: the first test file of a machine makes it for all others. */
const findDump = async (): Promise<Blob> => {
  const path = dumpPath();
  const known = await readFile(path).catch(() => null);
  if (known) return new Blob([known]);
  const dump = await dumpMemory();
  const aside = `${path}.${randomUUID()}`;
  await writeFile(aside, new Uint8Array(await dump.arrayBuffer()));
  await rename(aside, path);
  return dump;
};

let dump: Promise<Blob> | undefined;
const loadDump = (): Promise<Blob> => {
  dump ??= findDump();
  return dump;
};

/** An embedded database in memory, migrated: for tests of what needs no second connection. */
export const openMemoryDatabase = async (): Promise<OpenedDatabase> => openMemory(await loadDump());

/** A migrated database on a real server; `url` names an empty one of the test's own. */
export const openPostgresDatabase = (url: string, connections = 24): Promise<OpenedDatabase> =>
  openPostgres(url, connections);
