import { inArray, lt, sql } from 'drizzle-orm';
import { type Database, inTransaction } from '../db/database.ts';
import { scopeLog, scopes } from '../db/schema.ts';

const KEPT_MS = 90 * 24 * 60 * 60_000;
/** Few enough for a statement's time limit, and for others not to wait. */
const BATCH = 5_000;

/**
 * Forgets log entries after 90 days. Each scope's floor rises to the newest entry that went, in the same transaction: a
 * device that stands below it starts that scope again with a snapshot.
 */
export const compactLog = async (db: Database, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - KEPT_MS);
  let gone = BATCH;
  while (gone === BATCH) {
    gone = await inTransaction(db, async (tx) => {
      const oldest = tx.select({ row: sql`ctid` }).from(scopeLog).where(lt(scopeLog.at, before)).limit(BATCH);
      const deleted = await tx
        .delete(scopeLog)
        .where(inArray(sql`ctid`, oldest))
        .returning({ scope: scopeLog.scope, seq: scopeLog.seq });
      const floors = new Map<string, number>();
      for (const { scope, seq } of deleted) floors.set(scope, Math.max(seq, floors.get(scope) ?? 0));
      // Sorted, as every writer locks counters.
      for (const [scope, floor] of [...floors].sort(([a], [b]) => (a < b ? -1 : 1)))
        await tx
          .update(scopes)
          .set({ floorSeq: sql`greatest(${scopes.floorSeq}, ${floor}::bigint)` })
          .where(sql`${scopes.id} = ${scope}`);
      return deleted.length;
    });
  }
};
