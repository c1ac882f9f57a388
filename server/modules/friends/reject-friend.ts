import { sql } from 'drizzle-orm';
import type { MutationArgs } from '../../../protocol/index.ts';
import { friendRejections } from '../../db/schema.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import { decidable, endFriendship } from './loaded-friendship.ts';

/** Removes a request without a word to the requester, for whom it is simply no longer there. */
export const rejectFriend: BatchedCommand<MutationArgs<'rejectFriend'>> = {
  needs: ({ friendshipId }) => ({ friendships: [friendshipId] }),
  decide: (context, { friendshipId }) => {
    const row = decidable(context.state, friendshipId, context.actorId);
    const { now, beforeCommit } = context;
    const { requesterId, requesteeId } = row;
    endFriendship(context, row);
    beforeCommit(`rejection of ${friendshipId}`, async (tx) => {
      await tx
        .insert(friendRejections)
        .values({ requesterId, requesteeId, count: 1, lastAt: now })
        .onConflictDoUpdate({
          target: [friendRejections.requesterId, friendRejections.requesteeId],
          set: { count: sql`${friendRejections.count} + 1`, lastAt: now },
        });
    });
    return { id: friendshipId };
  },
};
