import type { MutationStatus } from '../../../protocol/index.ts';
import { inTransaction } from '../../db/database.ts';
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
