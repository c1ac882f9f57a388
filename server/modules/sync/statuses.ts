import { and, eq, ne, sql } from 'drizzle-orm';
import { errorDetail, type MutationStatus } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import { mutations } from '../../db/schema.ts';

const findStored = prepared('stored-statuses', (db, name) =>
  db
    .select()
    .from(mutations)
    .where(
      and(
        eq(mutations.userId, sql.placeholder('userId')),
        sql`${mutations.id} = any(${sql.placeholder('ids')}::uuid[])`,
        ne(mutations.status, 'pending'),
      ),
    )
    .prepare(name),
);

/** The stored verdicts of a person's mutations, for those ids that have one. */
export const readStatuses = async (
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<Record<string, MutationStatus>> => {
  if (ids.length === 0) return {};
  const stored = await findStored(tx).execute({ userId, ids });
  return Object.fromEntries(stored.map((row) => [row.id, presentStatus(row)]));
};

const presentStatus = (row: typeof mutations.$inferSelect): MutationStatus => {
  if (row.status === 'rejected') return { status: 'rejected', error: errorDetail.parse(row.result) };
  if (row.status === 'cancelled') return { status: 'cancelled' };
  return { status: 'applied', vector: row.vector ?? {} };
};
