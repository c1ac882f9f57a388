import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { OpenDatabase } from '../db/database.ts';
import { assertNotMoved, type DatabaseLocation } from '../db/open-database.ts';
import { openFolder } from '../db/open-pglite.ts';
import { migrateServer } from '../db/open-postgres.ts';
import * as schema from '../db/schema.ts';
import { Refusal } from './refusal.ts';

/** A database on one connection without the limits that requests have: copying a large table takes minutes. */
export type AdminDatabase = Pick<OpenDatabase, 'db' | 'executeSql' | 'kind' | 'close'>;

/**
 * @param upTo the last migration to apply; 0 leaves the tables as they are
 * @throws MovedError when the embedded database was moved to a server
 * @throws FolderInUseError when a server is running on the folder
 * @throws MigrationError when newer code has made the database
 */
export const openAdminDatabase = async (
  { databaseUrl, dataDir }: DatabaseLocation,
  upTo: number,
): Promise<AdminDatabase> => {
  if (databaseUrl === undefined) {
    assertNotMoved(dataDir);
    return openFolder(dataDir, upTo);
  }
  await migrateServer(databaseUrl, undefined, upTo);
  const client = new pg.Client({ connectionString: databaseUrl });
  // A connection that breaks fails the query that uses it.
  client.on('error', () => undefined);
  await client.connect();
  return {
    kind: 'postgres',
    db: drizzle(client, { schema }),
    executeSql: async (text, values) => {
      const answer: pg.QueryResult | pg.QueryResult[] = await client.query(text, values);
      return { rows: [answer].flat().flatMap(({ rows }) => rows) };
    },
    close: () => client.end(),
  };
};

/** @throws Refusal when there is no embedded database where the configuration names one */
export const assertInstalled = ({ databaseUrl, dataDir }: DatabaseLocation): void => {
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'database')))
    throw new Refusal(`${dataDir} has no embedded database`);
};
