import { chatScope, LIMITS, type MutationArgs, ProtocolError } from '../../../protocol/index.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import { changeableMessage, needsOfChange } from './own-place.ts';
import { changesOfMessage } from './presenter.ts';

/** Sets, changes or takes back the actor's one reaction. The lock makes two people's reactions follow one another. */
export const reactToMessage: BatchedCommand<MutationArgs<'reactToMessage'>> = {
  needs: needsOfChange,
  decide: ({ state, log, actorId }, args) => {
    const { chatId, messageId, emoji } = args;
    const message = changeableMessage(state, args, actorId);
    const before = message.reactions.find(({ userId }) => userId === actorId);
    if ((before?.emoji ?? null) === emoji) return { id: messageId };
    if (message.deletedAt !== null) throw new ProtocolError('conflict');
    const others = message.reactions.filter(({ userId }) => userId !== actorId);
    if (emoji !== null && others.length >= LIMITS.reactionsMax) throw new ProtocolError('impossible');
    const reactions = emoji === null ? others : [...others, { userId: actorId, emoji }];
    log.put(chatScope(chatId), ...changesOfMessage(state.messages.change(message, { reactions })));
    return { id: messageId };
  },
};
