import { chatScope, type MutationArgs } from '../../../protocol/index.ts';
import { detachFiles } from '../files/attach-files.ts';
import { sendEndOfCopies } from '../files/end-copies.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import { endStarsOn } from './loaded-stars.ts';
import { assertOwnRecent } from './message-rules.ts';
import { openMessage } from './own-place.ts';
import { changesOfMessage } from './presenter.ts';

/** Deletes an own message for everyone: the row keeps its place, and what it said is gone from the database. */
export const deleteMessage: BatchedCommand<MutationArgs<'deleteMessage'>> = {
  needs: ({ chatId, messageId }, userId) => ({
    chats: [chatId],
    places: [{ chatId, userId }],
    lockedMessages: [messageId],
    starsOn: [messageId],
  }),
  decide: (context, target) => {
    const { state, log, actorId, now, jobs, beforeCommit } = context;
    const message = openMessage(state, target, actorId);
    assertOwnRecent(message, { actorId, now });
    const { id, media, preview } = message;
    if (message.deletedAt !== null) return { id };
    const deleted = state.messages.change(message, {
      content: null,
      ...{ images: [], files: [], video: null, media: [] },
      ...{ replyToId: null, mentions: [], mentionNames: {}, isForwarded: false },
      ...{ reactions: [], listens: [] },
      ...{ previewLink: null, preview: null },
      deletedAt: now,
    });
    log.put(chatScope(target.chatId), ...changesOfMessage(deleted));
    endStarsOn(context, deleted);
    if (media.length > 0 || preview !== null)
      beforeCommit(`files of ${id}`, async (tx) => {
        // They belong to nothing more, and are swept; what was forwarded of them ends.
        await detachFiles(tx, { kind: 'message', targetId: id });
        await sendEndOfCopies(tx, jobs, id);
      });
    return { id };
  },
};
