import { and, eq, isNull, or } from 'drizzle-orm';
import { ProtocolError } from '../../../protocol/index.ts';
import { friendships } from '../../db/schema.ts';
import type { CommandContext } from '../sync/context.ts';
import type { StoredFriendship } from './presenter.ts';
import { findRelation } from './relation.ts';

/**
 * Locks a pending request that the actor may decide. To a third party, and across a block, it does not exist; the
 * requester sees it but may not decide it.
 */
export const lockDecidable = async (
  { tx, actorId }: CommandContext,
  id: string,
): Promise<StoredFriendship> => {
  const isParty = or(eq(friendships.requesterId, actorId), eq(friendships.requesteeId, actorId));
  const [row] = await tx
    .select()
    .from(friendships)
    .where(and(eq(friendships.id, id), isParty, isNull(friendships.deletedAt)))
    .for('update');
  if (!row) throw new ProtocolError('not_found');
  if ((await findRelation(tx, row.requesterId, row.requesteeId)).isBlocked)
    throw new ProtocolError('not_found');
  if (row.status === 'APPROVED') throw new ProtocolError('already_friends');
  if (row.requesteeId !== actorId) throw new ProtocolError('forbidden');
  return row;
};
