import { eq, sql } from 'drizzle-orm';
import { type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { friendRejections, friendships } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { lockDecidable } from './policy.ts';
import { friendshipChange } from './presenter.ts';

/** Removes a request without a word to the requester, for whom it is simply no longer there. */
export const rejectFriend = async (
  context: CommandContext,
  { friendshipId }: MutationArgs<'rejectFriend'>,
): Promise<CommandResult> => {
  const { tx, log, now } = context;
  const { requesterId, requesteeId } = await lockDecidable(context, friendshipId);
  const [gone] = await tx
    .update(friendships)
    .set({ deletedAt: now, version: increment(friendships.version) })
    .where(eq(friendships.id, friendshipId))
    .returning();
  if (!gone) throw new ProtocolError('not_found');
  await tx
    .insert(friendRejections)
    .values({ requesterId, requesteeId, count: 1, lastAt: now })
    .onConflictDoUpdate({
      target: [friendRejections.requesterId, friendRejections.requesteeId],
      set: { count: sql`${friendRejections.count} + 1`, lastAt: now },
    });
  log.put(userScope(requesterId), friendshipChange(gone));
  log.put(userScope(requesteeId), friendshipChange(gone));
  return { id: friendshipId };
};
