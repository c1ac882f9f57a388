import {
  chatScope,
  hasMessageContent,
  isStaleEdit,
  type MutationArgs,
  ProtocolError,
  REQUIRED,
} from '../../../protocol/index.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import { assertOwnRecent } from './message-rules.ts';
import { changeableMessage, needsOfChange } from './own-place.ts';
import { messageChange } from './presenter.ts';

/** New words for an own message. A member who may not write to the chat any more may not edit either. */
export const editMessage: BatchedCommand<MutationArgs<'editMessage'>> = {
  needs: needsOfChange,
  decide: ({ state, log, actorId, now }, args) => {
    const { chatId, messageId, content } = args;
    const message = changeableMessage(state, args, actorId);
    assertOwnRecent(message, { actorId, now });
    if (message.deletedAt !== null) throw new ProtocolError('conflict');
    const { images, files, video } = message;
    if (!hasMessageContent({ content, images, files, video: video ?? undefined }))
      throw new ProtocolError('validation', { errors: [{ field: 'content', message: REQUIRED }] });
    if (isStaleEdit(message.content, args)) throw new ProtocolError('conflict');
    if (message.content === content) return { id: messageId };
    log.put(chatScope(chatId), messageChange(state.messages.change(message, { content, editedAt: now })));
    return { id: messageId };
  },
};
