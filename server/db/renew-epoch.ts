import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { ExecuteSql, OpenDatabase } from './database.ts';

const HERE = `'lineage'::regclass::oid || ' in ' || (SELECT oid FROM pg_database WHERE datname = current_database())`;

const IS_RESTORED = `SELECT 1 FROM lineage WHERE written_for IS DISTINCT FROM (${HERE})`;

/** Two that run at once renew it once: the second waits for the row and then finds it right. */
const RENEW = `
WITH renewed AS (
  UPDATE lineage SET epoch = gen_random_uuid(), written_for = ${HERE}
  WHERE written_for IS DISTINCT FROM (${HERE}) RETURNING epoch
)
UPDATE scopes SET epoch = renewed.epoch FROM renewed`;

/** The epoch goes on in these tables: they were filled from the ones that it was written for. */
export const KEEP_EPOCH = `UPDATE lineage SET written_for = ${HERE}`;

const FORGET = 'UPDATE lineage SET written_for = NULL';

/** Gives a database a new epoch (docs/decisions/0015): devices load their data again and keep their outbox. */
export const renewEpoch = async (executeSql: ExecuteSql): Promise<void> => {
  await executeSql(FORGET);
  await executeSql(RENEW);
};

/** A connection without a limit on statements: in a large database a new epoch takes longer than a request may. */
const onOwnConnection = async (
  url: string,
  work: (executeSql: ExecuteSql) => Promise<void>,
): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work((text, values) => client.query(text, values));
  } finally {
    await client.end();
  }
};

/** The same for a database server. */
export const renewEpochOfServer = (url: string): Promise<void> => onOwnConnection(url, renewEpoch);

/**
 * Gives a database that was restored with `pg_restore` a new epoch: its tables were made anew, so they are not the ones that
 * the epoch was written for. To be asked on each new connection before anything else, because a restore under a running
 * server breaks all of them.
 */
export const renewEpochAfterRestore = async (connection: pg.ClientBase, url: string): Promise<void> => {
  const { rows } = await connection.query(IS_RESTORED);
  if (rows.length === 0) return;
  await onOwnConnection(url, async (executeSql) => {
    await executeSql(RENEW);
  });
};

/**
 * A copy of a whole folder or cluster cannot be told from the original. The operator who puts it back creates a file named
 * `RESTORED` in the data folder; the next start gives the database a new epoch and removes the file.
 * @returns whether there was one
 */
export const renewEpochIfMarked = async (
  { renewEpoch: renew }: Pick<OpenDatabase, 'renewEpoch'>,
  dataDir: string,
): Promise<boolean> => {
  const mark = join(dataDir, 'RESTORED');
  if (!existsSync(mark)) return false;
  await renew();
  await rm(mark);
  return true;
};
