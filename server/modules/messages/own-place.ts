import { memberId, ProtocolError } from '../../../protocol/index.ts';
import { mayContinue } from '../chats/message-request-rules.ts';
import type { StoredChat, StoredMember, StoredMembership } from '../chats/presenter.ts';
import type { BatchState, Needs, Place } from '../sync/batch/state.ts';
import { readableMessage } from './message-rules.ts';
import type { StoredMessage } from './presenter.ts';

type OwnPlace = Place & { chat: StoredChat; member: StoredMember; membership: StoredMembership };

/** The actor's place in a chat, if the chat is not deleted and the actor is in it. */
export const findOwnPlace = (state: BatchState, chatId: string, actorId: string): OwnPlace | undefined => {
  const id = memberId(chatId, actorId);
  const [chat, member, membership] = [
    state.chats.get(chatId),
    state.members.get(id),
    state.memberships.get(id),
  ];
  const place = state.places.get(id);
  if (!chat || chat.deletedAt || !member || member.leftAt || !membership || !place) return undefined;
  return { ...place, chat, member, membership };
};

/** What a change of a message rests on. */
export const needsOfChange = ({ chatId, messageId }: Target, userId: string): Needs => ({
  lockedChats: [chatId],
  places: [{ chatId, userId }],
  lockedMessages: [messageId],
});

type Target = { chatId: string; messageId: string };

/**
 * A message that the actor may read and change something about. Between people who are no friends any more, nothing of what
 * was said is changed.
 * @throws ProtocolError `not_found`, `forbidden`
 */
export const changeableMessage = (state: BatchState, target: Target, actorId: string): StoredMessage => {
  const place = findOwnPlace(state, target.chatId, actorId);
  if (!place) throw new ProtocolError('not_found');
  const { chat, other, member, membership } = place;
  if (chat.type === 'PRIVATE') {
    if (other === null) throw new ProtocolError('forbidden');
    if (other.relation.isBlocked) throw new ProtocolError('not_found');
    if (!mayContinue(actorId, chat, other.relation)) throw new ProtocolError('forbidden');
  }
  const firstHidden = Math.max(member.joinedSeq, membership.clearedSeq);
  return readableMessage(state.messages.get(target.messageId), target, firstHidden);
};
