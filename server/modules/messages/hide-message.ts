import { hiddenId, type MutationArgs, userScope } from '../../../protocol/index.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import { needsOfOwnMark, openMessage } from './own-place.ts';
import { hiddenChange } from './presenter.ts';

/** Hides a message for the actor alone, or shows it again. Other people are not told. */
export const hideMessage: BatchedCommand<MutationArgs<'hideMessage'>> = {
  needs: (args, userId) => ({
    ...needsOfOwnMark(args, userId),
    hiddenMessages: [hiddenId(userId, args.messageId)],
  }),
  decide: ({ state, log, actorId, now }, args) => {
    const { chatId, messageId, hidden } = args;
    openMessage(state, args, actorId);
    const id = hiddenId(actorId, messageId);
    const before = state.hiddenMessages.get(id);
    const isHidden = before !== undefined && before.deletedAt === null;
    if (isHidden === hidden) return { id: messageId };
    const keys = { id, userId: actorId, chatId, messageId };
    const after = before
      ? state.hiddenMessages.change(before, { deletedAt: hidden ? null : now })
      : state.hiddenMessages.add({ ...keys, createdAt: now, deletedAt: null, version: 1 });
    log.put(userScope(actorId), hiddenChange(after));
    return { id: messageId };
  },
};
