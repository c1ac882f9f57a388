import type { BehaviorSubject } from 'rxjs';
import { assertDatabaseId, databaseIdStores } from '../apply/database-id.ts';
import { countOutbox } from '../connectivity/status.ts';
import type { EngineStatus } from '../engine-status.ts';
import { patch } from '../state-observable.ts';
import type { Storage } from '../storage/storage.ts';

/** Counts what waits again, for the status. */
export const createOutboxCounter = (
  storage: Storage,
  databaseId: string,
  status: BehaviorSubject<EngineStatus>,
  onError: (error: unknown) => void,
): (() => void) => {
  const recount = async (): Promise<void> => {
    const counts = await storage.read(
      ['outbox', 'uploads', 'fileOwners', ...databaseIdStores],
      async (tx) => {
        // An empty database in place of a cleared one knows of nothing that waited: the last count is what was lost.
        await assertDatabaseId(tx, databaseId);
        return countOutbox(
          await tx.getAll('outbox'),
          await tx.getAll('uploads'),
          await tx.getAll('fileOwners'),
        );
      },
    );
    patch(status, counts);
  };
  return () => void recount().catch(onError);
};
