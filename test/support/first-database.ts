import { execFile } from 'node:child_process';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hashFiles, inRoot, listFiles, readText, withLock, writeText } from '../../scripts/files.mjs';

const folder = '.cache/first-database';
const stamp = '.cache/first-database.hash';
const maker = fileURLToPath(new URL('make-database.ts', import.meta.url));

/** Everything that can change what a new database consists of. */
const sources = ['server/db', 'test/support/make-database.ts', 'package-lock.json'];

/**
 * Puts a database into `dataDir` as the first start of a server makes it: migrated and empty. Making one takes five seconds
 * of the processor and comes out the same every time, so it is made once and copied. test/faults starts without.
 */
export async function putFirstDatabase(dataDir: string): Promise<void> {
  const hash = hashFiles(sources.flatMap(listFiles));
  if (readText(stamp) !== hash)
    await withLock('first-database', async () => {
      if (readText(stamp) !== hash) await makeFirstDatabase(hash);
    });
  await cp(inRoot(folder, 'database'), join(dataDir, 'database'), { recursive: true });
}

async function makeFirstDatabase(hash: string): Promise<void> {
  const aside = inRoot(`${folder}.new`);
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  await promisify(execFile)(process.execPath, [maker, aside]);
  await rm(inRoot(folder), { recursive: true, force: true });
  await rename(aside, inRoot(folder));
  writeText(stamp, hash);
}
