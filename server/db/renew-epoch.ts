import pg from 'pg';

const HERE = `'lineage'::regclass::oid || ' in ' || (SELECT oid FROM pg_database WHERE datname = current_database())`;

const IS_RESTORED = `SELECT 1 FROM lineage WHERE written_for IS DISTINCT FROM (${HERE})`;

/** Two that run at once renew it once: the second waits for the row and then finds it right. */
const RENEW = `
WITH renewed AS (
  UPDATE lineage SET epoch = gen_random_uuid(), written_for = ${HERE}
  WHERE written_for IS DISTINCT FROM (${HERE}) RETURNING epoch
)
UPDATE scopes SET epoch = renewed.epoch FROM renewed`;

/**
 * Gives a database that was restored with `pg_restore` a new epoch (docs/decisions/0015): its tables were made anew, so they
 * are not the ones that the epoch was written for. To be asked on each new connection before anything else, because a restore
 * under a running server breaks all of them.
 * @param url for a connection of its own: in a large database it takes longer than a statement of a request may
 */
export const renewEpochAfterRestore = async (connection: pg.ClientBase, url: string): Promise<void> => {
  const { rows } = await connection.query(IS_RESTORED);
  if (rows.length === 0) return;
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(RENEW);
  } finally {
    await client.end();
  }
};
