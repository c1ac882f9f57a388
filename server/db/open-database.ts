import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenDatabase } from './database.ts';
import { openFolder } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';

/** Where the data live: on a PostgreSQL server, or embedded below the data folder. */
export type DatabaseLocation = { databaseUrl?: string | undefined; dataDir: string };

/** A file that says that the embedded database of this folder is the old one (server/admin/move.ts). */
export const movedMark = (dataDir: string): string => join(dataDir, 'MOVED');

/** Members would go on in two databases. */
export class MovedError extends Error {
  override name = 'MovedError';
}

/** @throws MovedError */
export const assertNotMoved = (dataDir: string): void => {
  const mark = movedMark(dataDir);
  if (!existsSync(mark)) return;
  throw new MovedError(
    `the embedded database of ${dataDir} was moved to PostgreSQL: set DATABASE_URL. To go back to it, delete ${mark}`,
  );
};

/**
 * Opens and migrates the database that the configuration names.
 * @throws MovedError when the embedded database was moved to a server
 */
export const openDatabase = async ({ databaseUrl, dataDir }: DatabaseLocation): Promise<OpenDatabase> => {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl);
  assertNotMoved(dataDir);
  return openFolder(dataDir);
};
