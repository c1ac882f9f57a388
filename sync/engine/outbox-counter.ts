import type { BehaviorSubject } from 'rxjs';
import { assertDatabaseId, databaseIdStores } from '../apply/database-id.ts';
import { countOutbox } from '../connectivity/status.ts';
import type { EngineStatus } from '../engine-status.ts';
import { patch } from '../state-observable.ts';
import type { Storage } from '../storage/storage.ts';
import { type RefusedFile, refusedFiles } from '../uploads/withdraw-refused.ts';

/**
 * Counts what waits again, for the status.
 * @param onRefused told of files that messages wait for in vain, each time while there are any
 */
export const createOutboxCounter = (
  storage: Storage,
  databaseId: string,
  status: BehaviorSubject<EngineStatus>,
  onError: (error: unknown) => void,
  onRefused: (refused: readonly RefusedFile[]) => Promise<void>,
): (() => void) => {
  const recount = async (): Promise<void> => {
    const { counts, refused } = await storage.read(
      ['outbox', 'uploads', 'fileOwners', ...databaseIdStores],
      async (tx) => {
        // An empty database in place of a cleared one knows of nothing that waited: the last count is what was lost.
        await assertDatabaseId(tx, databaseId);
        const uploads = await tx.getAll('uploads');
        const owners = await tx.getAll('fileOwners');
        return {
          counts: countOutbox(await tx.getAll('outbox'), uploads, owners),
          refused: refusedFiles(uploads, owners),
        };
      },
    );
    patch(status, counts);
    await onRefused(refused);
  };
  return () => void recount().catch(onError);
};
