import { eq } from 'drizzle-orm';
import { chatScope, type MutationArgs, ProtocolError } from '../../../protocol/index.ts';
import { messages } from '../../db/schema.ts';
import { attachFiles } from '../files/attach-files.ts';
import { sendEndOfCopies } from '../files/end-copies.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { lockOwnRecentMessage } from './lock-message.ts';
import { changesOfMessage } from './presenter.ts';
import { endStars } from './stars.ts';

/** Deletes an own message for everyone: the row keeps its place, and what it said is gone from the database. */
export const deleteMessage = async (
  context: CommandContext,
  target: MutationArgs<'deleteMessage'>,
): Promise<CommandResult> => {
  const { tx, log, now, jobs } = context;
  const message = await lockOwnRecentMessage(context, target);
  if (message.deletedAt !== null) return { id: message.id };
  // Its files belong to nothing more, and are swept; what was forwarded of them ends.
  await attachFiles(context, { kind: 'message', targetId: message.id }, {}, { mayAwait: false });
  const [deleted] = await tx
    .update(messages)
    .set({
      content: null,
      images: [],
      files: [],
      video: null,
      media: [],
      replyToId: null,
      mentions: [],
      mentionNames: {},
      isForwarded: false,
      reactions: [],
      listens: [],
      previewLink: null,
      preview: null,
      deletedAt: now,
      version: increment(messages.version),
    })
    .where(eq(messages.id, message.id))
    .returning();
  if (!deleted) throw new ProtocolError('not_found');
  await sendEndOfCopies(tx, jobs, message.id);
  log.put(chatScope(target.chatId), ...changesOfMessage(deleted));
  await endStars(context, deleted);
  return { id: message.id };
};
