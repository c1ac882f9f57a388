import { and, eq, isNull, or } from 'drizzle-orm';
import { type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { friendships } from '../../db/schema.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import type { CommandContext } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { endFriendship, ownFriendship } from './loaded-friendship.ts';
import { friendshipChange } from './presenter.ts';

/** Cancels the actor's own request while it is pending. */
export const cancelRequest: BatchedCommand<MutationArgs<'cancelRequest'>> = {
  needs: ({ friendshipId }) => ({ friendships: [friendshipId] }),
  decide: (context, { friendshipId }) => {
    const row = ownFriendship(context.state, friendshipId, context.actorId);
    if (row.status === 'APPROVED') throw new ProtocolError('already_friends');
    if (row.requesterId !== context.actorId) throw new ProtocolError('forbidden');
    endFriendship(context, row);
    return { id: row.id };
  },
};

/** Ends a friendship of the actor's; the other is not told, and finds the name gone from the list. */
export const unfriend: BatchedCommand<MutationArgs<'unfriend'>> = {
  needs: ({ friendshipId }) => ({ friendships: [friendshipId] }),
  decide: (context, { friendshipId }) => {
    const row = ownFriendship(context.state, friendshipId, context.actorId);
    if (row.status !== 'APPROVED') throw new ProtocolError('conflict');
    endFriendship(context, row);
    return { id: row.id };
  },
};

/** Whatever the two have, if they have anything: for an account that goes. */
export const endAnyFriendship = async (
  { tx, log, actorId, now }: CommandContext,
  id: string,
): Promise<void> => {
  const isParty = or(eq(friendships.requesterId, actorId), eq(friendships.requesteeId, actorId));
  const [gone] = await tx
    .update(friendships)
    .set({ deletedAt: now, version: increment(friendships.version) })
    .where(and(eq(friendships.id, id), isParty, isNull(friendships.deletedAt)))
    .returning();
  if (!gone) return;
  for (const person of [gone.requesterId, gone.requesteeId])
    log.put(userScope(person), friendshipChange(gone));
};
