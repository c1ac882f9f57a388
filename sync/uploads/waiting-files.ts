import type { FileOwnerRow, OutboxRow } from '../storage/rows.ts';
import { isUnfinished, type UploadRow } from './upload-row.ts';

/**
 * Files that are still to be sent though what named them has arrived: a message goes first, and its pictures follow. The
 * still picture of a video is part of it.
 */
export const waitingFiles = (
  outbox: readonly OutboxRow[],
  uploads: readonly UploadRow[],
  owners: readonly FileOwnerRow[],
): UploadRow[] => {
  const named = new Set(outbox.flatMap(({ files }) => files));
  const awaited = new Set(owners.flatMap(({ owner, files }) => (owner.startsWith('message:') ? files : [])));
  return uploads
    .filter((file) => isUnfinished(file) || file.state === 'failed')
    .filter((file) => file.posterOf === null && awaited.has(file.id) && !named.has(file.id))
    .sort((a, b) => a.createdAt - b.createdAt);
};
