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
import type { BatchedCommand } from '../sync/batch/command.ts';
import { touchStars } from './loaded-stars.ts';
import { membersNamed, mentionsOf } from './mentions.ts';
import { assertOwnRecent } from './message-rules.ts';
import { changeableMessage, needsOfChange } from './own-place.ts';
import { changesOfMessage } from './presenter.ts';

/** New words for an own message. A member who may not write to the chat any more may not edit either. */
export const editMessage: BatchedCommand<MutationArgs<'editMessage'>> = {
  needs: (args, userId) => ({
    ...needsOfChange(args, userId),
    members: membersNamed(args),
    starsOn: [args.messageId],
  }),
  decide: (context, args) => {
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
    if (saysTheSame && keepsPreview) return { id: messageId };
    if (!keepsPreview) dropPicture(context, message);
    const changed = state.messages.change(message, {
      ...{ content, mentions, mentionNames },
      // Taking a preview away is no edit of the words.
      ...(saysTheSame ? {} : { editedAt: now }),
      ...{ previewLink, preview: keepsPreview ? message.preview : null },
    });
    wishPreview(context, changed);
    log.put(chatScope(chatId), ...changesOfMessage(changed));
    touchStars(context, changed);
    return { id: messageId };
  },
};
