import { ProtocolError, userScope } from '../../../protocol/index.ts';
import type { DecideContext } from '../sync/batch/command.ts';
import type { BatchState } from '../sync/batch/state.ts';
import { friendshipChange, type StoredFriendship } from './presenter.ts';

/** A request or friendship of the actor's that has not ended. */
export const findOwn = (state: BatchState, id: string, actorId: string): StoredFriendship | undefined => {
  const row = state.friendships.get(id);
  const isParty = row?.requesterId === actorId || row?.requesteeId === actorId;
  return isParty && row.deletedAt === null ? row : undefined;
};

/** @throws not_found */
export const ownFriendship = (state: BatchState, id: string, actorId: string): StoredFriendship => {
  const row = findOwn(state, id, actorId);
  if (!row) throw new ProtocolError('not_found');
  return row;
};

/**
 * A pending request that the actor may decide. To a third party, and across a block, it does not exist; the requester sees
 * it but may not decide it.
 * @throws not_found, already_friends, forbidden
 */
export const decidable = (state: BatchState, id: string, actorId: string): StoredFriendship => {
  const row = ownFriendship(state, id, actorId);
  if (state.isBlocked(row.requesterId, row.requesteeId)) throw new ProtocolError('not_found');
  if (row.status === 'APPROVED') throw new ProtocolError('already_friends');
  if (row.requesteeId !== actorId) throw new ProtocolError('forbidden');
  return row;
};

/** Ends what two people have, and logs that for both. */
export const endFriendship = ({ state, log, now }: DecideContext, row: StoredFriendship): void => {
  const gone = state.friendships.change(row, { deletedAt: now });
  for (const person of [row.requesterId, row.requesteeId]) log.put(userScope(person), friendshipChange(gone));
};
