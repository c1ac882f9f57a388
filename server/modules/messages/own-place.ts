import { memberId, ProtocolError, savedMessagesId } from '../../../protocol/index.ts';
import { mayContinue } from '../chats/message-request-rules.ts';
import type { StoredChat, StoredMember, StoredMembership } from '../chats/presenter.ts';
import type { Relation } from '../friends/relation.ts';
import { relationIn } from '../sync/batch/load-relations.ts';
import type { BatchState, Needs, Place } from '../sync/batch/state.ts';
import { readableMessage } from './message-rules.ts';
import type { StoredMessage } from './presenter.ts';

type OwnPlace = Pick<Place, 'isReachable'> & {
  chat: StoredChat;
  member: StoredMember;
  membership: StoredMembership;
  /** The other person of a private chat, and how the two stand to each other. */
  other: { userId: string; relation: Relation } | null;
};

/** The actor's place in a chat, if the chat is not deleted and the actor is in it. */
export const findOwnPlace = (state: BatchState, chatId: string, actorId: string): OwnPlace | undefined => {
  const id = memberId(chatId, actorId);
  const [chat, member, membership] = [
    state.chats.get(chatId),
    state.members.get(id),
    state.memberships.get(id),
  ];
  const place = state.places.get(id);
  if (!chat || chat.deletedAt || !member || !membership || !place) return undefined;
  // The place is locked; the member's row may be from before somebody else's change.
  if (member.leftAt || membership.leftAt) return undefined;
  const { otherId, isReachable } = place;
  const other = otherId === null ? null : { userId: otherId, relation: relationIn(state, actorId, otherId) };
  return { isReachable, chat, member, membership, other };
};

/** What rests on a message that the actor may read: the message is only read, and what is the actor's own is locked. */
export const needsOfOwnMark = ({ chatId, messageId }: Target, userId: string): Needs => ({
  chats: [chatId],
  places: [{ chatId, userId }],
  messages: [messageId],
});

/**
 * A message that the actor, who is in its chat, may read. To everybody else it does not exist: in a chat one is not in,
 * across a block, or from before one joined.
 * @throws ProtocolError `not_found`; `forbidden` for who reads a PUBLIC chat and is not in it
 */
export const openMessage = (state: BatchState, target: Target, actorId: string): StoredMessage => {
  const place = findOwnPlace(state, target.chatId, actorId);
  if (!place) {
    const chat = state.chats.get(target.chatId);
    const isReader = chat?.type === 'PUBLIC' && chat.deletedAt === null;
    throw new ProtocolError(isReader ? 'forbidden' : 'not_found');
  }
  if (place.chat.type === 'PRIVATE' && place.other?.relation.isBlocked) throw new ProtocolError('not_found');
  return readableMessage(state.messages.get(target.messageId), target, firstHiddenOf(place));
};

/** The last number of which nothing is for this member. */
export const firstHiddenOf = ({ member, membership }: Pick<OwnPlace, 'member' | 'membership'>): number =>
  Math.max(member.joinedSeq, membership.clearedSeq);

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
  const { chat, other } = place;
  if (chat.type === 'PRIVATE' && chat.id !== savedMessagesId(actorId)) {
    if (other === null) throw new ProtocolError('forbidden');
    if (other.relation.isBlocked) throw new ProtocolError('not_found');
    if (!mayContinue(actorId, chat, other.relation)) throw new ProtocolError('forbidden');
  }
  return readableMessage(state.messages.get(target.messageId), target, firstHiddenOf(place));
};
