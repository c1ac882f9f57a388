import type { OpenDatabase } from './database.ts';
import { openFolder } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';

/** Where the data live: on a PostgreSQL server, or embedded below the data folder. */
export type DatabaseLocation = { databaseUrl?: string | undefined; dataDir: string };

/** Opens and migrates the database that the configuration names. */
export const openDatabase = ({ databaseUrl, dataDir }: DatabaseLocation): Promise<OpenDatabase> =>
  databaseUrl === undefined ? openFolder(dataDir) : openPostgres(databaseUrl);
