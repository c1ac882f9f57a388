import { z } from '../../protocol/index.ts';
import type { Database } from '../db/database.ts';
import { type MailServices, noticeMail, sendNotice } from '../mail/send-mail.ts';
import { deleteDueAccounts, deleteOwnPost, deletePostJob } from '../modules/auth/deletion.ts';
import { resetMail, sendResetMail } from '../modules/auth/forgot-password.ts';
import { writeExportJob } from '../modules/exports/exports.ts';
import { writeExport } from '../modules/exports/write-export.ts';
import type { FileServices } from '../modules/files/context.ts';
import { endCopies, endCopiesJob } from '../modules/files/end-copies.ts';
import { deliverFirst, deliverPush, type PushServices } from '../modules/notifications/deliver.ts';
import { deliverPushJob, notifyChat, notifyChatJob, retryPushJob } from '../modules/notifications/notify.ts';
import { makePreview, type PreviewServices } from '../modules/previews/make-preview.ts';
import { makePreviewJob } from '../modules/previews/preview-job.ts';
import { tellWaiting, tellWaitingJob } from '../modules/strangers/tell-waiting.ts';
import type { Clock, Commit, ReceiptSink } from '../modules/sync/context.ts';
import { tellProfile, tellProfileJob } from '../modules/users/tell-profile.ts';
import type { TakeFromBucket } from '../plugins/buckets.ts';
import { compactLog } from './compact-log.ts';
import { emptyBin } from './empty-bin.ts';
import { forgetOldKeys } from './forget-old-keys.ts';
import { type BoundJob, bindJob, DAILY, declareJob, type JobSender } from './job.ts';
import { purgeStrangers } from './purge-strangers.ts';
import { sweepExports } from './sweep-exports.ts';
import { sweepFiles } from './sweep-files.ts';

/** What jobs need from the process they run in. */
export type JobServices = MailServices &
  PushServices &
  PreviewServices &
  Pick<FileServices, 'storage' | 'stagingDir'> & {
    db: Database;
    clock: Clock;
    publish: (commit: Commit) => void;
    jobs: JobSender;
    receipts: ReceiptSink;
    takeFromBucket: TakeFromBucket;
  };

const nothing = z.object({});
const forgetOldKeysJob = declareJob({ name: 'forget-old-keys', data: nothing, ...DAILY });
const compactLogJob = declareJob({ name: 'compact-log', data: nothing, ...DAILY });
const emptyBinJob = declareJob({ name: 'empty-bin', data: nothing, ...DAILY });
const purgeStrangersJob = declareJob({ name: 'purge-strangers', data: nothing, everySeconds: 300 });
const deleteAccountsJob = declareJob({
  name: 'delete-accounts',
  data: nothing,
  everySeconds: 3_600,
  runSeconds: 600,
});
const sweepFilesJob = declareJob({
  name: 'sweep-files',
  data: nothing,
  everySeconds: 3_600,
  runSeconds: 600,
});

const sweepExportsJob = declareJob({ name: 'sweep-exports', data: nothing, everySeconds: 3_600 });

/** Every durable job and what it does. */
export const bindJobs = (services: JobServices): BoundJob[] => {
  const { db, clock, publish } = services;
  return [
    bindJob(forgetOldKeysJob, () => forgetOldKeys(db, clock.now())),
    bindJob(compactLogJob, () => compactLog(db, clock.now())),
    bindJob(deleteAccountsJob, () => deleteDueAccounts(services)),
    bindJob(deletePostJob, (data) => deleteOwnPost(services, data)),
    bindJob(emptyBinJob, () => emptyBin({ db, clock, publish })),
    bindJob(sweepFilesJob, () => sweepFiles(services, clock.now())),
    bindJob(endCopiesJob, ({ messageId }) => endCopies(services, messageId)),
    bindJob(sweepExportsJob, () => sweepExports(services, clock.now())),
    bindJob(writeExportJob, (data, run) => writeExport(services, data, run)),
    bindJob(purgeStrangersJob, () => purgeStrangers(services)),
    bindJob(tellWaitingJob, ({ waitingId }) => tellWaiting(services, waitingId)),
    bindJob(resetMail, (data) => sendResetMail(services, data)),
    bindJob(tellProfileJob, ({ userId }) => tellProfile(services, userId)),
    bindJob(notifyChatJob, (data) => notifyChat(services, data)),
    bindJob(deliverPushJob, (data, { signal }) => deliverFirst(services, data, signal)),
    bindJob(retryPushJob, (data, { signal }) => deliverPush(services, data, signal)),
    bindJob(makePreviewJob, ({ messageId }, { signal }) => makePreview(services, messageId, signal)),
    bindJob(noticeMail, (notice) => sendNotice(services, notice)),
  ];
};
