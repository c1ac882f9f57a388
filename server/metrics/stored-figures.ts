import { sql } from 'drizzle-orm';
import { z } from '../../protocol/index.ts';
import { devices } from '../db/account-tables.ts';
import type { Database } from '../db/database.ts';
import { preparedSql } from '../db/prepared.ts';
import type { Sources } from './metrics.ts';

const figures = preparedSql(
  'stored-figures',
  sql`with recent as (
      select pending_count from ${devices} where last_seen_at > ${sql.placeholder('since')}::timestamptz and pending_count > 0
    )
    select
      (select count(*) from recent)::int as devices_with_unsent,
      (select coalesce(sum(pending_count), 0) from recent)::float8 as unsent_mutations,
      (select count(*) from pgboss.job where state in ('created', 'retry') and start_after <= now())::int as jobs_waiting,
      (select greatest(reltuples, 0) from pg_class where oid = 'scope_log'::regclass)::float8 as scope_log_rows`,
  z.object({
    devices_with_unsent: z.number(),
    unsent_mutations: z.number(),
    jobs_waiting: z.number(),
    scope_log_rows: z.number(),
  }),
);

const DAY_MS = 86_400_000;

/** What the database knows of devices, jobs and its log. */
export const readStoredFigures = async (db: Database, now: Date): ReturnType<Sources['stored']> => {
  const [row] = await figures(db, { since: new Date(now.getTime() - DAY_MS).toISOString() });
  if (!row) throw new Error('The database gave no figures.');
  return row;
};
