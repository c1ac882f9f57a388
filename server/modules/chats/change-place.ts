import { type MutationArgs, memberId, ProtocolError, userScope } from '../../../protocol/index.ts';
import { endStarsIn } from '../messages/stars.ts';
import { type BatchedCommand, type DecideContext, NeedsPreparation } from '../sync/batch/command.ts';
import type { BatchState, Needs } from '../sync/batch/state.ts';
import { lockOwnPlace } from './own-place.ts';
import { membershipChange, type StoredChat, type StoredMembership } from './presenter.ts';

type OwnPlace = { chat: StoredChat; place: StoredMembership };

/** What a change of one's own place in a chat rests on. */
export const needsOfPlace = (chatId: string, userId: string): Needs => ({
  chats: [chatId],
  places: [{ chatId, userId }],
});

/** The own place in a chat; for others the chat does not exist. @throws not_found */
export const ownPlace = (state: BatchState, chatId: string, userId: string): OwnPlace => {
  const chat = state.chats.get(chatId);
  const place = state.memberships.get(memberId(chatId, userId));
  if (!chat || chat.deletedAt || !place || place.leftAt) throw new ProtocolError('not_found');
  return { chat, place };
};

/** Writes what changes of my place, and logs it for my own devices. */
export const changePlace = (
  { state, log, actorId }: DecideContext,
  place: StoredMembership,
  fields: Partial<StoredMembership>,
): void => log.put(userScope(actorId), membershipChange(state.memberships.change(place, fields)));

/** Mutes and archives, for me alone. */
export const setChatPreferences: BatchedCommand<MutationArgs<'setChatPreferences'>> = {
  needs: ({ chatId }, userId) => needsOfPlace(chatId, userId),
  decide: (context, { chatId, isMuted, isArchived }) => {
    const { place } = ownPlace(context.state, chatId, context.actorId);
    const wanted = { isMuted: isMuted ?? place.isMuted, isArchived: isArchived ?? place.isArchived };
    if (wanted.isMuted !== place.isMuted || wanted.isArchived !== place.isArchived)
      changePlace(context, place, wanted);
    return { id: place.id };
  },
};

/** Deletes what was said so far, for me alone; others keep it. What is gone is also seen. */
export const clearChat: BatchedCommand<MutationArgs<'clearChat'>, true> = {
  needs: ({ chatId, seq }, userId) => ({
    ...needsOfPlace(chatId, userId),
    ownAfter: [{ chatId, userId, seq }],
  }),
  decide: (context, { chatId, seq }, prepared) => {
    const { state, actorId, now } = context;
    const { chat, place } = ownPlace(state, chatId, actorId);
    const clearedSeq = Math.min(seq, chat.lastSeq);
    if (clearedSeq <= place.clearedSeq) return { id: place.id };
    if (!prepared) throw new NeedsPreparation();
    const isSeen = clearedSeq <= place.seenSeq;
    changePlace(context, place, {
      ...{ clearedSeq, clearedAt: now },
      ...(isSeen
        ? {}
        : { seenSeq: clearedSeq, ownAfterSeen: state.countOwnAfter({ chatId, userId: actorId }, seq) }),
    });
    return { id: place.id };
  },
  // The stars on what is cleared go in the same transaction, after the place is locked.
  prepare: async (context, { chatId, seq }) => {
    await lockOwnPlace(context, chatId);
    await endStarsIn(context, chatId, [context.actorId], seq);
    return true;
  },
};
