import { and, gt, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { sessions } from '../db/schema.ts';

/** Which of these sessions still live. */
export const findLiving = async (db: Database, ids: readonly string[], now: Date): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, [...ids]), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)));
  return new Set(rows.map(({ id }) => id));
};
