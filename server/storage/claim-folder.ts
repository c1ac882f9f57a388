import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { newId, z } from '../../protocol/index.ts';
import type { Database } from '../db/database.ts';
import { secrets } from '../db/schema.ts';

/** The row of `secrets` that names the folder of the files. */
export const MARK = 'file-folder';
const markPath = (dataDir: string): string => join(dataDir, 'files', '.belongs-to');

/** The files of this database lie somewhere else. */
export class WrongFolder extends Error {
  override name = 'WrongFolder';
}

/**
 * Makes sure that the files of a database server lie in this folder. A second node with a folder of its own would store
 * uploads that the first one cannot find, and so would a node that is started with the wrong folder.
 * @param dataDir the data folder; the files lie below it
 * @throws WrongFolder with one line for the operator
 */
export const claimFolder = async (db: Database, dataDir: string): Promise<void> => {
  const here = await readMark(dataDir);
  await db.insert(secrets).values({ name: MARK, value: here }).onConflictDoNothing();
  const [known] = await db.select().from(secrets).where(eq(secrets.name, MARK));
  if (known === undefined || known.value === here) return;
  throw new WrongFolder(
    `the files of this database lie in another data folder. All nodes need the same DATA_DIR, or STORAGE_URL. If this folder is right, write ${known.value} into ${markPath(dataDir)}`,
  );
};

/** A link is there whole or not at all: two nodes that start at once on a new folder agree on the mark of the first. */
const readMark = async (dataDir: string): Promise<string> => {
  const path = markPath(dataDir);
  await mkdir(join(dataDir, 'files'), { recursive: true, mode: 0o700 });
  const mark = newId();
  const draft = `${path}.${mark}`;
  await writeFile(draft, mark);
  await link(draft, path).catch((error: unknown) => {
    if (!isThere.safeParse(error).success) throw error;
  });
  await rm(draft);
  return (await readFile(path, 'utf8')).trim();
};

const isThere = z.object({ code: z.literal('EEXIST') });
