import type { Queryable } from '../../db/database.ts';
import type { JobSender } from '../../jobs/job.ts';
import { noticeMail } from '../../mail/send-mail.ts';
import { pushTo } from '../notifications/notify.ts';
import type { Clock } from '../sync/context.ts';
import type { Session } from './sessions.ts';

/**
 * Tells a member's other devices that somebody has come in as them. A mail goes out, too, when no password was typed for
 * it.
 */
export const tellOfSignIn = async (
  deps: { db: Queryable; clock: Clock; jobs: JobSender },
  { id: sessionId, userId }: Session,
  device: string,
  { byMail }: { byMail: boolean },
): Promise<void> => {
  await pushTo(deps, userId, { kind: 'signIn', sessionId });
  if (!byMail) return;
  const when = deps.clock.now().toISOString();
  await deps.jobs.send(deps.db, noticeMail, { userId, kind: 'newSignIn', when, device });
};
