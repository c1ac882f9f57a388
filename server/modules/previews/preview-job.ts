import { z } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { declareJob, type JobSender } from '../../jobs/job.ts';

/**
 * Looks at the page of a message's link. The link is read from the message when the job runs: a preview that is no longer
 * wished is not made.
 */
export const makePreviewJob = declareJob({
  name: 'make-preview',
  data: z.object({ messageId: z.uuid() }),
  retries: 3,
  firstPauseSeconds: 30,
  longestPauseSeconds: 600,
  runSeconds: 60,
  concurrency: 3,
});

/** One at a time of each member: their slow pages leave room for those of others. */
export const sendPreviewJob = (
  tx: Transaction,
  jobs: JobSender,
  { messageId, senderId }: { messageId: string; senderId: string },
): Promise<void> => jobs.send(tx, makePreviewJob, { messageId }, { group: senderId });
