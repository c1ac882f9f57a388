import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import { z } from '../../../protocol/index.ts';
import { type Database, inTransaction } from '../../db/database.ts';
import { strangerQueue, strangerSettings, users } from '../../db/schema.ts';
import { declareJob, type JobSender } from '../../jobs/job.ts';
import { pushTo } from '../notifications/notify.ts';
import type { Clock } from '../sync/context.ts';
import { adultBirthDate, mayMeetEachOther, mayMeetNow } from './eligible.ts';

/** So many are told at once that one of them will come, and so few that most of them find somebody. */
const TOLD_MAX = 5;
/** "Tell me" holds for an evening, not for ever. */
export const TELL_FOR_MS = 6 * 60 * 60_000;

/** A member waits for a stranger: those who asked for it are notified, once, without a name. */
export const tellWaitingJob = declareJob({
  name: 'tell-strangers',
  data: z.object({ waitingId: z.uuid() }),
  retries: 2,
});

export const tellWaiting = async (
  { db, clock, jobs }: { db: Database; clock: Clock; jobs: JobSender },
  waitingId: string,
): Promise<void> => {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const [waiting] = await tx.select().from(strangerQueue).where(eq(strangerQueue.userId, waitingId));
    const [own] = await tx.select().from(strangerSettings).where(eq(strangerSettings.userId, waitingId));
    if (!waiting || !own) return;
    const told = await tx
      .select({ userId: strangerSettings.userId })
      .from(strangerSettings)
      .innerJoin(users, eq(users.id, strangerSettings.userId))
      .where(
        and(
          gt(strangerSettings.tellUntil, now),
          isNotNull(strangerSettings.optedInAt),
          lte(users.birthDate, adultBirthDate(now)),
          sql`(${strangerSettings.language} = ${own.language} or 'any' in (${strangerSettings.language}, ${own.language}))`,
          mayMeetEachOther(sql`${waitingId}::uuid`, strangerSettings.userId, now),
          mayMeetNow(strangerSettings.userId, now),
        ),
      )
      .orderBy(strangerSettings.tellUntil)
      .limit(TOLD_MAX)
      .for('update', { of: strangerSettings, skipLocked: true });
    for (const { userId } of told) {
      await tx.update(strangerSettings).set({ tellUntil: null }).where(eq(strangerSettings.userId, userId));
      await pushTo({ db: tx, clock, jobs }, userId, { kind: 'stranger' });
    }
  });
};
