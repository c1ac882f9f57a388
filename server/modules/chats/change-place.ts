import { LIMITS, type MutationArgs, memberId, ProtocolError, userScope } from '../../../protocol/index.ts';
import { endStarsUpTo } from '../messages/loaded-stars.ts';
import type { BatchedCommand, DecideContext } from '../sync/batch/command.ts';
import type { BatchState, Needs } from '../sync/batch/state.ts';
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

type Preferences = MutationArgs<'setChatPreferences'>;
type Mute = Pick<StoredMembership, 'isMuted' | 'mutedUntil'>;

/** A mute that has ended before it arrives, as one made without a network may, mutes nothing. */
const muteOf = ({ isMuted, mutedUntil }: Preferences, place: Mute, now: Date): Mute => {
  if (isMuted === undefined) return { isMuted: place.isMuted, mutedUntil: place.mutedUntil };
  const until = isMuted && mutedUntil != null ? new Date(mutedUntil) : null;
  if (until !== null && until.getTime() > now.getTime() + LIMITS.muteMsMax)
    throw new ProtocolError('validation', {
      errors: [{ field: 'mutedUntil', message: 'At most a year ahead' }],
    });
  const isOver = until !== null && until <= now;
  return { isMuted: isMuted && !isOver, mutedUntil: isOver ? null : until };
};

/** Mutes and archives, for me alone. */
export const setChatPreferences: BatchedCommand<MutationArgs<'setChatPreferences'>> = {
  needs: ({ chatId }, userId) => needsOfPlace(chatId, userId),
  decide: (context, args) => {
    const { place } = ownPlace(context.state, args.chatId, context.actorId);
    const wanted = {
      ...muteOf(args, place, context.now),
      mutesMentions: (args.mutesMentions ?? place.mutesMentions) || null,
      isArchived: args.isArchived ?? place.isArchived,
      pinRank: args.isArchived ? null : place.pinRank,
    };
    const isChanged =
      wanted.isMuted !== place.isMuted ||
      wanted.mutedUntil?.getTime() !== place.mutedUntil?.getTime() ||
      wanted.mutesMentions !== place.mutesMentions ||
      wanted.isArchived !== place.isArchived ||
      wanted.pinRank !== place.pinRank;
    if (isChanged) changePlace(context, place, wanted);
    return { id: place.id };
  },
};

/** Deletes what was said so far, for me alone; others keep it. What is gone is also seen. */
export const clearChat: BatchedCommand<MutationArgs<'clearChat'>> = {
  needs: ({ chatId, seq }, userId) => ({
    ...needsOfPlace(chatId, userId),
    ownAfter: [{ chatId, userId, seq }],
    starsIn: [{ chatId, userId }],
  }),
  decide: (context, { chatId, seq }) => {
    const { state, actorId, now } = context;
    const { chat, place } = ownPlace(state, chatId, actorId);
    const clearedSeq = Math.min(seq, chat.lastSeq);
    if (clearedSeq <= place.clearedSeq) return { id: place.id };
    const isSeen = clearedSeq <= place.seenSeq;
    // A private chat without messages is out of sight.
    const isGone = chat.type === 'PRIVATE' && clearedSeq === chat.lastSeq;
    changePlace(context, place, {
      ...{ clearedSeq, clearedAt: now, pinRank: isGone ? null : place.pinRank },
      ...(isSeen
        ? {}
        : { seenSeq: clearedSeq, ownAfterSeen: state.countOwnAfter({ chatId, userId: actorId }, seq) }),
    });
    endStarsUpTo(context, { chatId, userId: actorId, seq });
    return { id: place.id };
  },
};
