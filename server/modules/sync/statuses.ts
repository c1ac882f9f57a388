import { and, eq, inArray, ne } from 'drizzle-orm';
import { errorDetail, type MutationStatus } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { mutations } from '../../db/schema.ts';

/** The stored verdicts of a person's mutations, for those ids that have one. */
export const readStatuses = async (
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<Record<string, MutationStatus>> => {
  if (ids.length === 0) return {};
  const stored = await tx
    .select()
    .from(mutations)
    .where(
      and(eq(mutations.userId, userId), inArray(mutations.id, [...ids]), ne(mutations.status, 'pending')),
    );
  return Object.fromEntries(stored.map((row) => [row.id, presentStatus(row)]));
};

const presentStatus = (row: typeof mutations.$inferSelect): MutationStatus => {
  if (row.status === 'rejected') return { status: 'rejected', error: errorDetail.parse(row.result) };
  if (row.status === 'cancelled') return { status: 'cancelled' };
  return { status: 'applied', vector: row.vector ?? {} };
};
