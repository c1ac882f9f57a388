import {
  chatScope,
  hasMessageContent,
  isStaleEdit,
  type MutationArgs,
  namesSamePeople,
  ProtocolError,
  REQUIRED,
} from '../../../protocol/index.ts';
import { type BatchedCommand, NeedsPreparation } from '../sync/batch/command.ts';
import { loadState } from '../sync/batch/state.ts';
import { membersNamed, mentionsOf } from './mentions.ts';
import { assertOwnRecent } from './message-rules.ts';
import { changeableMessage, needsOfChange } from './own-place.ts';
import { changesOfMessage } from './presenter.ts';
import { logStars, type StoredStar, touchStars } from './stars.ts';

/** New words for an own message. A member who may not write to the chat any more may not edit either. */
export const editMessage: BatchedCommand<MutationArgs<'editMessage'>, StoredStar[]> = {
  needs: (args, userId) => ({ ...needsOfChange(args, userId), members: membersNamed(args) }),
  decide: ({ state, log, actorId, now }, args, stars) => {
    const { chatId, messageId, content } = args;
    const message = changeableMessage(state, args, actorId);
    assertOwnRecent(message, { actorId, now });
    if (message.deletedAt !== null) throw new ProtocolError('conflict');
    const { images, files, video } = message;
    if (!hasMessageContent({ content, images, files, video: video ?? undefined }))
      throw new ProtocolError('validation', { errors: [{ field: 'content', message: REQUIRED }] });
    if (isStaleEdit(message.content, args)) throw new ProtocolError('conflict');
    const named = args.mentions === undefined ? message : mentionsOf(state, args);
    const { mentions, mentionNames } = named;
    // Of two people with one name the same words may call the other one.
    if (message.content === content && namesSamePeople(message.mentions, mentions)) {
      // Another device has said the same in between: the stars have new versions all the same.
      logStars(log, stars ?? [], message);
      return { id: messageId };
    }
    // A star is told in the scope of its owner: such an edit is carried out by itself.
    if (message.wasStarred && !stars) throw new NeedsPreparation();
    const changed = state.messages.change(message, { content, mentions, mentionNames, editedAt: now });
    log.put(chatScope(chatId), ...changesOfMessage(changed));
    logStars(log, stars ?? [], changed);
    return { id: messageId };
  },
  prepare: async (context, args) => {
    // Locks in the order of every other change: chat, place, message, and then the stars.
    const state = await loadState(context.tx, [needsOfChange(args, context.actorId)]);
    const message = state.messages.get(args.messageId);
    return message ? touchStars(context, message) : [];
  },
};
