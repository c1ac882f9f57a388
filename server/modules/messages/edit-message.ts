import {
  chatScope,
  hasMessageContent,
  isStaleEdit,
  type MutationArgs,
  namesSamePeople,
  ProtocolError,
  REQUIRED,
} from '../../../protocol/index.ts';
import { dropPicture, linkAfterEdit, wishPreview } from '../previews/wishes.ts';
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
  decide: (context, args, stars) => {
    const { state, log, actorId, now } = context;
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
    const isRequest = state.chats.get(chatId)?.requestedBy != null;
    const previewLink = isRequest ? null : linkAfterEdit(message, args);
    const keepsPreview = previewLink === message.previewLink;
    // Of two people with one name the same words may call the other one.
    const saysTheSame = message.content === content && namesSamePeople(message.mentions, mentions);
    if (saysTheSame && keepsPreview) {
      // Another device has said the same in between: the stars have new versions all the same.
      logStars(log, stars ?? [], message);
      return { id: messageId };
    }
    // A star is told in the scope of its owner: such an edit is carried out by itself.
    if (message.wasStarred && !stars) throw new NeedsPreparation();
    if (!keepsPreview) dropPicture(context, message);
    const changed = state.messages.change(message, {
      ...{ content, mentions, mentionNames },
      // Taking a preview away is no edit of the words.
      ...(saysTheSame ? {} : { editedAt: now }),
      ...{ previewLink, preview: keepsPreview ? message.preview : null },
    });
    wishPreview(context, changed);
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
