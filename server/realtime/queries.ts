import { and, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { sessions } from '../db/schema.ts';

const findAlive = prepared('living-sessions', (db, name) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        sql`${sessions.id} = any(${sql.placeholder('ids')}::uuid[])`,
        isNull(sessions.revokedAt),
        sql`${sessions.expiresAt} > ${sql.placeholder('now')}::timestamptz`,
      ),
    )
    .prepare(name),
);

/** Which of these sessions still live. */
export const findLiving = async (db: Database, ids: readonly string[], now: Date): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await findAlive(db).execute({ ids, now: now.toISOString() });
  return new Set(rows.map(({ id }) => id));
};
