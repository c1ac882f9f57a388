import { eq } from 'drizzle-orm';
import {
  chatScope,
  hasMessageContent,
  type MutationArgs,
  ProtocolError,
  REQUIRED,
} from '../../../protocol/index.ts';
import { messages } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { oneMore } from '../sync/one-more.ts';
import { lockOwnRecentMessage } from './lock-message.ts';
import { lockStandingChat } from './policy.ts';
import { messageChange } from './presenter.ts';

/** New words for an own message. Whoever may not write to the chat any more may not change what was written either. */
export const editMessage = async (
  context: CommandContext,
  { chatId, messageId, content }: MutationArgs<'editMessage'>,
): Promise<CommandResult> => {
  const { tx, log, now } = context;
  await lockStandingChat(context, chatId);
  const { images, files, video, ...message } = await lockOwnRecentMessage(context, { chatId, messageId });
  if (message.deletedAt !== null) throw new ProtocolError('conflict');
  if (!hasMessageContent({ content, images, files, video: video ?? undefined }))
    throw new ProtocolError('validation', { errors: [{ field: 'content', message: REQUIRED }] });
  if (message.content === content) return { id: messageId };
  const [edited] = await tx
    .update(messages)
    .set({ content, editedAt: now, version: oneMore(messages.version) })
    .where(eq(messages.id, messageId))
    .returning();
  if (!edited) throw new ProtocolError('not_found');
  log.put(chatScope(chatId), messageChange(edited));
  return { id: messageId };
};
