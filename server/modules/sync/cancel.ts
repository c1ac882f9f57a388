import { and, eq, lt } from 'drizzle-orm';
import type { MutationStatus } from '../../../protocol/index.ts';
import { type Database, inTransaction } from '../../db/database.ts';
import { mutations } from '../../db/schema.ts';
import type { SyncServices } from './context.ts';
import { readStatuses } from './statuses.ts';

/**
 * Stores the keys of mutations as cancelled, so that a late copy of a request cannot act any more. One that was faster
 * keeps its verdict, and the answer tells it.
 */
export const cancelMutations = (
  { db, clock }: SyncServices,
  userId: string,
  ids: readonly string[],
): Promise<Record<string, MutationStatus>> =>
  inTransaction(db, async (tx) => {
    const createdAt = clock.now();
    // Sorted, so that two cancels of the same keys do not wait for each other in a circle.
    const keys = [...new Set(ids)].toSorted((a, b) => (a < b ? -1 : 1));
    await tx
      .insert(mutations)
      .values(
        keys.map((id) => ({
          ...{ userId, id, name: 'cancel', bodyHash: new Uint8Array(), createdAt },
          status: 'cancelled' as const,
        })),
      )
      .onConflictDoNothing();
    return readStatuses(tx, userId, keys);
  });

/**
 * How long a cancelled key is kept. A device stops sending a mutation before it asks for it to be cancelled, and forgets it
 * with the answer. So only a request that had already left can come later: it was on its way in the network (minutes: a
 * connection that says nothing is closed), or lay in a page or worker that was frozen between reading the outbox and
 * sending, which browsers discard after days. A verdict on what was carried out is needed for a year, because its
 * device may still hold the mutation and send it again; of a cancelled one no device holds anything.
 */
const CANCELLED_KEPT_MS = 30 * 24 * 60 * 60_000;

/** Forgets cancelled keys whose requests can no longer arrive. */
export const forgetCancelled = async (db: Database, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - CANCELLED_KEPT_MS);
  await db.delete(mutations).where(and(eq(mutations.status, 'cancelled'), lt(mutations.createdAt, before)));
};
