import { eq } from 'drizzle-orm';
import { type MutationArgs, ProtocolError } from '../../../protocol/index.ts';
import { files } from '../../db/schema.ts';
import { refreshCarriers } from '../files/fill-file.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { findReadableMessage } from './lock-message.ts';

/**
 * The sender has given up a file that a message awaits. One that has arrived meanwhile stays, and so does one that is none
 * of this message's: there is nothing to give up.
 */
export const withdrawFile = async (
  context: CommandContext,
  { chatId, messageId, fileId }: MutationArgs<'withdrawFile'>,
): Promise<CommandResult> => {
  const { tx, log, actorId } = context;
  const message = await findReadableMessage(context, { chatId, messageId });
  if (message.senderId !== actorId) throw new ProtocolError('forbidden');
  if (!message.media.some(({ id }) => id === fileId)) return { id: messageId };
  // Locks the file before the message, in the order in which filling it does.
  const [file] = await tx.select().from(files).where(eq(files.id, fileId)).for('update');
  if (file?.ownerId !== actorId || file.state !== 'awaited') return { id: messageId };
  await tx.update(files).set({ state: 'withdrawn' }).where(eq(files.id, fileId));
  await refreshCarriers(tx, log, [file]);
  return { id: messageId };
};
