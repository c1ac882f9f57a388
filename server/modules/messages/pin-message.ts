import {
  chatScope,
  hiddenId,
  LIMITS,
  type MutationArgs,
  memberId,
  ProtocolError,
} from '../../../protocol/index.ts';
import { type BatchedCommand, type DecideContext, NeedsPreparation } from '../sync/batch/command.ts';
import { type BatchState, loadState, type Needs } from '../sync/batch/state.ts';
import { userChange } from '../users/presenter.ts';
import { changeableMessage, findOwnPlace, firstHiddenOf, needsOfChange } from './own-place.ts';
import { messageChange, pinnedChange, type StoredMessage } from './presenter.ts';

type Args = MutationArgs<'pinMessage'>;

/** The chat's lock lets no two people pin at once: the number of pinned messages has a bound. */
const needsOfPin = (args: Args, userId: string): Needs => ({
  ...needsOfChange(args, userId),
  pinsFor: [{ chatId: args.chatId, userId }],
  sendersOf: [args.messageId],
});

/**
 * Pins a message for everybody in the chat, or unpins it, by the rules of a reaction; in a GROUP or PUBLIC chat only the owner
 * and admins may. Nobody is notified. Where pinned messages that the actor cannot read take the last place, the oldest of them
 * is unpinned for it.
 */
export const pinMessage: BatchedCommand<Args, true> = {
  needs: needsOfPin,
  decide: (context, args, isPrepared) => {
    const { state, actorId, now } = context;
    const { chatId, messageId, isPinned } = args;
    const message = changeableMessage(state, args, actorId);
    const place = findOwnPlace(state, chatId, actorId);
    if (place?.chat.type !== 'PRIVATE' && place?.member.role === 'MEMBER')
      throw new ProtocolError('forbidden');
    if (isPinned === (message.pinnedAt !== null)) return { id: messageId };
    if (!isPinned) {
      setPin(context, message, null);
      return { id: messageId };
    }
    if (message.deletedAt !== null) throw new ProtocolError('conflict');
    const room = findRoom(state, chatId, actorId);
    if (room === 'full') throw new ProtocolError('too_many_pinned');
    if (room !== 'free') {
      // It is not locked.
      if (!isPrepared) throw new NeedsPreparation();
      setPin(context, room.unpin, null);
    }
    tellOfSender(context, setPin(context, message, { pinnedAt: now, pinnedBy: actorId }));
    return { id: messageId };
  },
  prepare: async ({ tx, actorId }, args) => {
    const needs = needsOfPin(args, actorId);
    const state = await loadState(tx, [{ ...needs, lockedMessages: [] }]);
    const room = findRoom(state, args.chatId, actorId);
    // The locks of both messages are taken together, in the order of all locks.
    if (typeof room !== 'string') await loadState(tx, [needs, { lockedMessages: [room.unpin.id] }]);
    return true;
  },
};

type Room = 'free' | 'full' | { unpin: StoredMessage };

/**
 * Whether one more message may be pinned. It is refused only to somebody who sees as many as there may be and can unpin one:
 * who has joined since, or has deleted them for themselves, may see none of them. The chat is locked.
 */
const findRoom = (state: BatchState, chatId: string, actorId: string): Room => {
  const place = findOwnPlace(state, chatId, actorId);
  const pinned = state.messages.rows.filter(
    (one) => one.chatId === chatId && one.pinnedAt !== null && one.deletedAt === null,
  );
  if (!place || pinned.length < LIMITS.pinnedMessagesMax) return 'free';
  const isReadable = ({ id, seq }: StoredMessage): boolean => {
    const hidden = state.hiddenMessages.get(hiddenId(actorId, id));
    return (seq ?? 0) > firstHiddenOf(place) && (hidden === undefined || hidden.deletedAt !== null);
  };
  const [oldest] = pinned.filter((one) => !isReadable(one)).toSorted(byPin);
  return oldest === undefined ? 'full' : { unpin: oldest };
};

const byPin = (a: StoredMessage, b: StoredMessage): number =>
  (a.pinnedAt?.getTime() ?? 0) - (b.pinnedAt?.getTime() ?? 0) || (a.id < b.id ? -1 : 1);

type Pin = { pinnedAt: Date; pinnedBy: string };

/** Pins or unpins a message that is locked, and logs it for everybody in the chat. */
const setPin = ({ state, log }: DecideContext, message: StoredMessage, pin: Pin | null): StoredMessage => {
  const changed = state.messages.change(message, pin ?? { pinnedAt: null, pinnedBy: null });
  log.put(chatScope(changed.chatId), messageChange(changed), pinnedChange(changed));
  return changed;
};

/** Who has left the chat may be unknown to those who have come since, and is named above what they wrote. */
const tellOfSender = ({ state, log }: DecideContext, { chatId, senderId }: StoredMessage): void => {
  if (senderId === null) return;
  const [member, sender] = [state.members.get(memberId(chatId, senderId)), state.people.get(senderId)];
  if (sender && member && member.leftAt !== null) log.put(chatScope(chatId), userChange(sender));
};
