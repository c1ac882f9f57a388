import { type UploadRow, waitingFiles } from '../../sync/index.ts';
import { useEngineStatus } from '../session/services.tsx';
import { useLocalQuery } from './use-local-query.ts';

/** Files that are still to be sent though what named them has arrived. */
export function useWaitingFiles(): readonly UploadRow[] | undefined {
  return useLocalQuery({
    name: 'waiting files',
    stores: ['outbox', 'uploads'],
    read: async (db) =>
      waitingFiles(...(await Promise.all([db.outbox.orderBy('seq').toArray(), db.uploads.toArray()]))),
  });
}

/** How much does not go on by itself: what was refused, and files that were. */
export function useAttention(): number {
  const { attention } = useEngineStatus();
  const failed = useWaitingFiles()?.filter(({ state }) => state === 'failed') ?? [];
  return attention + failed.length;
}
