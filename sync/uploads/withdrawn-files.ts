import type { OutboxRow } from '../storage/rows.ts';
import type { UploadRow } from './upload-row.ts';

/**
 * Tells files that some message goes without, which the server has not been told yet. Their bytes wait, whatever else names
 * them, and so does the still of such a film: what came before the withdrawal would be seen where it is not wanted. One that
 * was refused holds them, too, until it was looked at: not sending can be put right, sending cannot.
 */
export const withheldBy = (
  outbox: readonly OutboxRow[],
): ((file: Pick<UploadRow, 'id' | 'posterOf'>) => boolean) => {
  const withdrawn = new Set(
    outbox.flatMap(({ name, args }) => (name === 'withdrawFile' ? [args.fileId] : [])),
  );
  return ({ id, posterOf }) => withdrawn.has(posterOf ?? id);
};
