import { type MutationArgs, memberId, ProtocolError, userScope } from '../../../protocol/index.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import { membershipChange } from './presenter.ts';

/** Moves my high-water mark in a chat, only ever forward and never past the newest message (docs/decisions/0004). */
export const markSeen: BatchedCommand<MutationArgs<'markSeen'>> = {
  needs: ({ chatId, seq }, userId) => ({
    chats: [chatId],
    places: [{ chatId, userId }],
    ownAfter: [{ chatId, userId, seq }],
  }),
  decide: ({ state, log, actorId, receipts, afterCommit }, { chatId, seq }) => {
    const id = memberId(chatId, actorId);
    const chat = state.chats.get(chatId);
    const place = state.memberships.get(id);
    if (!chat || chat.deletedAt || !place || place.leftAt) throw new ProtocolError('not_found');
    const seenSeq = Math.min(seq, chat.lastSeq);
    if (seenSeq <= place.seenSeq) return { id };
    // After `seq` or after the newest message is the same: there is nothing between.
    const ownAfterSeen = state.countOwnAfter({ chatId, userId: actorId }, seq);
    const moved = state.memberships.change(place, { seenSeq, ownAfterSeen });
    log.put(userScope(actorId), membershipChange(moved));
    afterCommit(() => receipts.seen(actorId, chatId));
    return { id };
  },
};
