import type { MutationArgs } from '../../../protocol/index.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import { changePlace, needsOfPlace, ownPlace } from './change-place.ts';

/** Moves my high-water mark in a chat, only ever forward and never past the newest message (docs/decisions/0004). */
export const markSeen: BatchedCommand<MutationArgs<'markSeen'>> = {
  needs: ({ chatId, seq }, userId) => ({
    ...needsOfPlace(chatId, userId),
    ownAfter: [{ chatId, userId, seq }],
  }),
  decide: (context, { chatId, seq }) => {
    const { state, actorId, now, receipts, afterCommit } = context;
    const { chat, place } = ownPlace(state, chatId, actorId);
    const seenSeq = Math.min(seq, chat.lastSeq);
    if (seenSeq <= place.seenSeq) return { id: place.id };
    const step = { from: place.seenSeq, at: now };
    // After `seq` or after the newest message is the same: there is nothing between.
    const ownAfterSeen = state.countOwnAfter({ chatId, userId: actorId }, seq);
    changePlace(context, place, { seenSeq, ownAfterSeen });
    afterCommit(() => receipts.seen(actorId, chatId, step));
    return { id: place.id };
  },
};
