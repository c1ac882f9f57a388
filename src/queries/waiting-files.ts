import { type UploadRow, waitingFiles } from '../../sync/index.ts';
import { useEngineStatus } from '../session/services.tsx';
import { useLocalQuery } from './use-local-query.ts';

/** Files that are still to be sent though what named them has arrived. */
export function useWaitingFiles(): readonly UploadRow[] | undefined {
  return useLocalQuery({
    name: 'waiting files',
    stores: ['outbox', 'uploads', 'fileOwners'],
    read: async (db) =>
      waitingFiles(
        ...(await Promise.all([
          db.outbox.orderBy('seq').toArray(),
          db.uploads.toArray(),
          db.fileOwners.toArray(),
        ])),
      ),
  });
}

/** In how many messages that have arrived a file is awaited. */
export function useAwaiting(fileId: string): number {
  const owners = useLocalQuery({
    name: `awaiting ${fileId}`,
    stores: ['fileOwners'],
    read: (db) => db.fileOwners.where('files').equals(fileId).toArray(),
  });
  return owners?.filter(({ owner }) => owner.startsWith('message:')).length ?? 0;
}

/** How much does not go on by itself: what was refused, and files that were. */
export function useAttention(): number {
  const { attention } = useEngineStatus();
  const failed = useWaitingFiles()?.filter(({ state }) => state === 'failed') ?? [];
  return attention + failed.length;
}
