import { z } from '../../protocol/index.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../modules/sync/context.ts';
import { compactLog } from './compact-log.ts';
import { forgetOldKeys } from './forget-old-keys.ts';
import { type BoundJob, bindJob, DAILY, declareJob } from './job.ts';

/** What jobs need from the process they run in. */
export type JobServices = { db: Database; clock: Clock };

const nothing = z.object({});
const forgetOldKeysJob = declareJob({ name: 'forget-old-keys', data: nothing, ...DAILY });
const compactLogJob = declareJob({ name: 'compact-log', data: nothing, ...DAILY });

/** Every durable job and what it does. */
export const bindJobs = ({ db, clock }: JobServices): BoundJob[] => [
  bindJob(forgetOldKeysJob, () => forgetOldKeys(db, clock.now())),
  bindJob(compactLogJob, () => compactLog(db, clock.now())),
];
