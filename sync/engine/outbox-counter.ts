import type { BehaviorSubject } from 'rxjs';
import { assertDatabaseId, databaseIdStores } from '../apply/database-id.ts';
import { countDrafts, countOutbox, draftStores } from '../connectivity/status.ts';
import type { EngineStatus } from '../engine-status.ts';
import type { Tabs } from '../leader/tab-messages.ts';
import { patch } from '../state-observable.ts';
import type { Storage } from '../storage/storage.ts';

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
}: {
  storage: Storage;
  databaseId: string;
  status: BehaviorSubject<EngineStatus>;
  tabs: Tabs;
  onError: (error: unknown) => void;
}): OutboxCounter => {
  const recount = async (): Promise<void> => {
    const counts = await storage.read(
      ['outbox', 'uploads', 'fileOwners', ...draftStores, ...databaseIdStores],
      async (tx) => {
        // An empty database in place of a cleared one knows of nothing that waited: the last count is what was lost.
        await assertDatabaseId(tx, databaseId);
        return {
          ...countOutbox(
            await tx.getAll('outbox'),
            await tx.getAll('uploads'),
            await tx.getAll('fileOwners'),
          ),
          drafts: await countDrafts(tx),
        };
      },
    );
    patch(status, counts);
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
