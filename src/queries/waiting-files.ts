import { isUnfinished, type LocalTables, type UploadRow } from '../../sync/index.ts';
import { useLocalQuery } from './use-local-query.ts';

const readWaitingFiles = async (db: LocalTables): Promise<UploadRow[]> => {
  const [uploads, rows] = await Promise.all([db.uploads.toArray(), db.outbox.toArray()]);
  const named = new Set(rows.flatMap(({ files }) => files));
  return uploads
    .filter((file) => (isUnfinished(file) || file.state === 'failed') && !named.has(file.id))
    .sort((a, b) => a.createdAt - b.createdAt);
};

/** Files that are still to be sent though what named them has arrived: a message goes first, and its pictures follow. */
export function useWaitingFiles(): readonly UploadRow[] | undefined {
  return useLocalQuery({ name: 'waiting files', stores: ['outbox', 'uploads'], read: readWaitingFiles });
}
