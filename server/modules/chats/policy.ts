import { ProtocolError } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { findPerson, findRelation } from '../friends/relation.ts';
import type { StoredUser } from '../users/presenter.ts';
import { shareChat } from './queries.ts';

/**
 * The two people of a private chat that the viewer may open. A viewer who has the other's code may; with the bare id, only
 * someone who knows that person: by a friendship or request, or from a common chat. Unknown, gone and blocked look the same.
 */
export const loadPair = async (
  tx: Transaction,
  viewerId: string,
  otherId: string,
  hasCode: boolean,
): Promise<{ viewer: StoredUser; other: StoredUser }> => {
  const viewer = await findPerson(tx, viewerId);
  // One's own code or id opens one's saved messages.
  if (viewer && viewerId === otherId) return { viewer, other: viewer };
  const other = await findPerson(tx, otherId);
  if (!viewer || !other) throw new ProtocolError('not_found');
  const { isBlocked, friendship } = await findRelation(tx, viewerId, otherId);
  const mayKnow = hasCode || friendship !== null || (await shareChat(tx, viewerId, otherId));
  if (isBlocked || !mayKnow) throw new ProtocolError('not_found');
  return { viewer, other };
};
