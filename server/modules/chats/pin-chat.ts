import { LIMITS, type MutationArgs, ProtocolError } from '../../../protocol/index.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import type { BatchState } from '../sync/batch/state.ts';
import { changePlace, needsOfPlace, ownPlace } from './change-place.ts';
import { isPlaceInSight, isRequestIn } from './in-sight.ts';
import type { StoredChat, StoredMembership } from './presenter.ts';

/** A pinned chat that has become a message request is not in the list, and takes no place there; accepted, it is back on top. */
const isShown = (place: StoredMembership, chat: StoredChat): boolean =>
  isPlaceInSight(place, chat) && !isRequestIn(chat, place.userId);

/** @throws ProtocolError `pins_full` when another chat does not fit in */
const assertRoomForPin = (state: BatchState, { id, userId }: StoredMembership): void => {
  const others = state.memberships.rows.filter((place) => {
    const chat = state.chats.get(place.chatId);
    const isPinned = place.userId === userId && place.leftAt === null && place.pinRank !== null;
    return isPinned && place.id !== id && chat !== undefined && isShown(place, chat);
  });
  if (others.length >= LIMITS.pinnedChatsMax) throw new ProtocolError('pins_full');
};

/**
 * Keeps a chat on top of the actor's list, moves it there, or takes the pin away. What waits for an answer, and what the
 * actor has put out of sight, is not in the list: it cannot be pinned (`forbidden`).
 */
export const setChatPin: BatchedCommand<MutationArgs<'setChatPin'>> = {
  needs: ({ chatId }, userId) => ({
    ...needsOfPlace(chatId, userId),
    pinnedChatsOf: [userId],
    // Two devices together do not pin more than one may.
    turns: [`pinning:${userId}`],
  }),
  decide: (context, { chatId, rank, isMove = false }) => {
    const { chat, place } = ownPlace(context.state, chatId, context.actorId);
    const { id, pinRank, isArchived } = place;
    if (isMove && pinRank === null) return { id };
    if (rank !== null) {
      if (!isShown(place, chat)) throw new ProtocolError('forbidden');
      if (pinRank === null) assertRoomForPin(context.state, place);
    }
    if (rank !== pinRank || (rank !== null && isArchived))
      changePlace(context, place, { pinRank: rank, isArchived: isArchived && rank === null });
    return { id };
  },
};
