import { and, eq, exists, inArray, isNull, lt, not, sql } from 'drizzle-orm';
import { LIMITS } from '../../protocol/index.ts';
import { type Database, inTransaction } from '../db/database.ts';
import {
  fileUses,
  strangerChats,
  strangerMeetings,
  strangerMembers,
  strangerMessages,
  strangerQueue,
} from '../db/schema.ts';
import type { Clock } from '../modules/sync/context.ts';

/**
 * A chat of strangers is gone for both 24 hours after its end, words and pictures alike (pictures then belong to nothing
 * and are swept); what a report froze stays with the report. That two have met is forgotten when they may meet again. One whose people have both gone silent ends here.
 */
export const purgeStrangers = async ({ db, clock }: { db: Database; clock: Clock }): Promise<void> => {
  const now = clock.now();
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  await inTransaction(db, async (tx) => {
    const silent = tx
      .select({ id: strangerMembers.id })
      .from(strangerMembers)
      .where(
        and(
          eq(strangerMembers.chatId, strangerChats.id),
          sql`${strangerMembers.heardAt} > ${before(LIMITS.strangerLostMs).toISOString()}::timestamptz`,
        ),
      );
    await tx
      .update(strangerChats)
      .set({ endedAt: now, ending: 'lost' })
      .where(and(isNull(strangerChats.endedAt), not(exists(silent))));
    await tx.delete(strangerMeetings).where(lt(strangerMeetings.metAt, before(LIMITS.strangerAgainAfterMs)));
    await tx.delete(strangerQueue).where(lt(strangerQueue.heardAt, before(LIMITS.strangerLostMs)));
    const gone = tx
      .select({ id: strangerChats.id })
      .from(strangerChats)
      .where(lt(strangerChats.endedAt, before(LIMITS.strangerGoneAfterMs)));
    const said = tx
      .select({ id: strangerMessages.id })
      .from(strangerMessages)
      .where(inArray(strangerMessages.chatId, gone));
    await tx.delete(fileUses).where(and(eq(fileUses.kind, 'stranger'), inArray(fileUses.targetId, said)));
    await tx.delete(strangerChats).where(lt(strangerChats.endedAt, before(LIMITS.strangerGoneAfterMs)));
  });
};
