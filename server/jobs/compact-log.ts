import { inArray, lt, sql } from 'drizzle-orm';
import { z } from '../../protocol/index.ts';
import { type Database, inTransaction } from '../db/database.ts';
import { preparedSql } from '../db/prepared.ts';
import { scopeLog, scopes } from '../db/schema.ts';

const KEPT_MS = 90 * 24 * 60 * 60_000;
/** Few enough for a statement's time limit, and for others not to wait. */
const BATCH = 5_000;

/** One statement for all scopes of a batch; it locks them sorted, as every writer locks counters. */
const raiseFloors = preparedSql(
  'raise-floors',
  sql`with wanted as (
      select id, floor from unnest(${sql.placeholder('ids')}::text[], ${sql.placeholder('floors')}::bigint[]) as wanted(id, floor)
    ), locked as materialized (
      select ${scopes.id} as id from ${scopes} where ${scopes.id} in (select id from wanted)
      order by ${scopes.id} collate "C" for update
    )
    update ${scopes} set floor_seq = greatest(${scopes.floorSeq}, wanted.floor)
    from wanted join locked on locked.id = wanted.id where ${scopes.id} = wanted.id returning 1`,
  z.object({}),
);

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
      await raiseFloors(tx, { ids: [...floors.keys()], floors: [...floors.values()] });
      return deleted.length;
    });
  }
};
