import type { BehaviorSubject } from 'rxjs';
import { assertDatabaseId, databaseIdStores } from '../apply/database-id.ts';
import { countDrafts, countOutbox, draftStores } from '../connectivity/status.ts';
import type { EngineStatus } from '../engine-status.ts';
import type { Tabs } from '../leader/tab-messages.ts';
import { patch } from '../state-observable.ts';
import type { Storage } from '../storage/storage.ts';
import { type RefusedFile, refusedFiles } from '../uploads/withdraw-refused.ts';

/** Counts again, for the status. */
export type OutboxCounter = {
  /** What waits, and what was begun: a message that is written ends its draft. */
  recount(): void;
  /** Another tab has begun something, or given it up. */
  recountDrafts(): void;
  /** The same, of this tab: other tabs are told of another number. */
  onDrafts(): void;
};

export const createOutboxCounter = ({
  storage,
  databaseId,
  status,
  tabs,
  onError,
  onRefused,
}: {
  storage: Storage;
  databaseId: string;
  status: BehaviorSubject<EngineStatus>;
  tabs: Tabs;
  onError: (error: unknown) => void;
  /** Told of files that messages wait for in vain, each time while there are any. */
  onRefused: (refused: readonly RefusedFile[]) => Promise<void>;
}): OutboxCounter => {
  const recount = async (): Promise<void> => {
    const { counts, refused } = await storage.read(
      ['outbox', 'uploads', 'fileOwners', ...draftStores, ...databaseIdStores],
      async (tx) => {
        // An empty database in place of a cleared one knows of nothing that waited: the last count is what was lost.
        await assertDatabaseId(tx, databaseId);
        const uploads = await tx.getAll('uploads');
        const owners = await tx.getAll('fileOwners');
        return {
          counts: {
            ...countOutbox(await tx.getAll('outbox'), uploads, owners),
            drafts: await countDrafts(tx),
          },
          refused: refusedFiles(uploads, owners),
        };
      },
    );
    patch(status, counts);
    await onRefused(refused);
  };
  /** @returns whether the number is another one: while one types, it stays */
  const recountDrafts = async (): Promise<boolean> => {
    const drafts = await storage.read([...draftStores, ...databaseIdStores], async (tx) => {
      await assertDatabaseId(tx, databaseId);
      return countDrafts(tx);
    });
    if (drafts === status.value.drafts) return false;
    patch(status, { drafts });
    return true;
  };
  return {
    recount: () => void recount().catch(onError),
    recountDrafts: () => void recountDrafts().catch(onError),
    onDrafts: () =>
      void recountDrafts().then((isChanged) => isChanged && tabs.post({ type: 'drafts' }), onError),
  };
};
