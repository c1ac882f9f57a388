import { ProtocolError } from '../../../protocol/index.ts';
import { areFriends, type Relation } from '../friends/relation.ts';
import type { StoredChat } from './presenter.ts';

/** The part of a private chat's row that says whether it is a message request. */
export type RequestState = Pick<StoredChat, 'requestedBy' | 'acceptedAt'>;

/** An accepted request stays accepted until the two have been friends and parted after it. */
const isStillAccepted = ({ acceptedAt }: RequestState, { endedFriendship }: Relation): boolean => {
  if (acceptedAt === null) return false;
  // A friend request that was rejected is no friendship that ended.
  if (!endedFriendship?.deletedAt || !endedFriendship.approvedAt) return true;
  return endedFriendship.deletedAt < acceptedAt;
};

/**
 * Whether the actor may change messages that are already in a private chat: as a friend, after an accepted request, or in
 * the actor's own request.
 */
export const mayContinue = (actorId: string, chat: RequestState, relation: Relation): boolean =>
  areFriends(relation) ||
  chat.requestedBy === actorId ||
  (chat.requestedBy === null && isStillAccepted(chat, relation));

/**
 * What a new message makes of a private chat (docs/decisions/0003). Between friends the chat is no request. A message of a
 * non-friend makes it one, which is text only, and a message of the one who was asked accepts it.
 * @returns the new state, or null when nothing changes
 * @throws ProtocolError `request_text_only`
 */
export const requestAfterMessage = (
  message: { actorId: string; hasMedia: boolean; now: Date },
  chat: RequestState,
  relation: Relation,
): RequestState | null => {
  const { actorId, hasMedia, now } = message;
  const { requestedBy, acceptedAt } = chat;
  if (areFriends(relation)) return requestedBy === null ? null : { requestedBy: null, acceptedAt };
  if (requestedBy !== null && requestedBy !== actorId) return { requestedBy: null, acceptedAt: now };
  if (requestedBy === null && isStillAccepted(chat, relation)) return null;
  if (hasMedia) throw new ProtocolError('request_text_only');
  return requestedBy === null ? { requestedBy: actorId, acceptedAt } : null;
};
