import { and, eq } from 'drizzle-orm';
import { friendshipId, type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { blocks } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { findKnownPerson, refuseUnknownPerson } from '../users/known.ts';
import { userChange } from '../users/presenter.ts';
import { endAnyFriendship } from './end-friendship.ts';
import { blockChange } from './presenter.ts';
import { lockPair } from './relation.ts';

/**
 * Blocks somebody or takes the block away. Only the actor's own scope learns of the block itself; the other sees a
 * friendship or request that has ended, as after unfriending. Somebody whose account is gone can still be blocked:
 * otherwise this would tell a block from a deletion.
 */
export const setBlock = async (
  context: CommandContext,
  { userId, blocked }: MutationArgs<'setBlock'>,
): Promise<CommandResult> => {
  const { tx, log, actorId, now } = context;
  if (userId === actorId) throw new ProtocolError('self_request');
  const person = await findKnownPerson(tx, actorId, userId);
  // A block that was never set needs no removal, and the answer does not tell whether there is such a person.
  if (!person) return blocked ? refuseUnknownPerson(context) : { id: userId };
  await lockPair(tx, actorId, userId);
  const isThisBlock = and(eq(blocks.blockerId, actorId), eq(blocks.blockedId, userId));
  const [before] = await tx.select().from(blocks).where(isThisBlock);
  const wasBlocked = before !== undefined && before.deletedAt === null;
  if (wasBlocked === blocked) return { id: userId };
  const state = blocked ? { createdAt: now, deletedAt: null } : { deletedAt: now };
  const [after] = await tx
    .insert(blocks)
    .values({ blockerId: actorId, blockedId: userId, createdAt: now })
    .onConflictDoUpdate({
      target: [blocks.blockerId, blocks.blockedId],
      set: { ...state, version: increment(blocks.version) },
    })
    .returning();
  if (!after) throw new ProtocolError('not_found');
  log.put(userScope(actorId), blockChange(after));
  if (blocked) {
    log.put(userScope(actorId), userChange(person));
    await endAnyFriendship(context, friendshipId(actorId, userId));
  }
  return { id: userId };
};
