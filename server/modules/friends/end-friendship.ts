import { and, eq, isNull, or } from 'drizzle-orm';
import { type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { friendships } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { friendshipChange, type StoredFriendship } from './presenter.ts';

/** Cancels the actor's own request while it is pending. */
export const cancelRequest = async (
  context: CommandContext,
  { friendshipId }: MutationArgs<'cancelRequest'>,
): Promise<CommandResult> => {
  const row = await lockOwn(context, friendshipId);
  if (row.status === 'APPROVED') throw new ProtocolError('already_friends');
  if (row.requesterId !== context.actorId) throw new ProtocolError('forbidden');
  await end(context, row);
  return { id: row.id };
};

/** Ends a friendship of the actor's; the other is not told, and finds the name gone from the list. */
export const unfriend = async (
  context: CommandContext,
  { friendshipId }: MutationArgs<'unfriend'>,
): Promise<CommandResult> => {
  const row = await lockOwn(context, friendshipId);
  if (row.status !== 'APPROVED') throw new ProtocolError('conflict');
  await end(context, row);
  return { id: row.id };
};

/** Whatever the two have, if they have anything: the block's half of the work. */
export const endAnyFriendship = async (context: CommandContext, id: string): Promise<void> => {
  const row = await findOwn(context, id);
  if (row) await end(context, row);
};

const findOwn = async (
  { tx, actorId }: CommandContext,
  id: string,
): Promise<StoredFriendship | undefined> => {
  const isParty = or(eq(friendships.requesterId, actorId), eq(friendships.requesteeId, actorId));
  const [row] = await tx
    .select()
    .from(friendships)
    .where(and(eq(friendships.id, id), isParty, isNull(friendships.deletedAt)))
    .for('update');
  return row;
};

const lockOwn = async (context: CommandContext, id: string): Promise<StoredFriendship> => {
  const row = await findOwn(context, id);
  if (!row) throw new ProtocolError('not_found');
  return row;
};

const end = async ({ tx, log, now }: CommandContext, row: StoredFriendship): Promise<void> => {
  const [gone] = await tx
    .update(friendships)
    .set({ deletedAt: now, version: increment(friendships.version) })
    .where(eq(friendships.id, row.id))
    .returning();
  if (!gone) throw new ProtocolError('not_found');
  for (const person of [row.requesterId, row.requesteeId]) log.put(userScope(person), friendshipChange(gone));
};
