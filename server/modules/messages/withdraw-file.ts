import { and, eq } from 'drizzle-orm';
import { chatScope, type MutationArgs, ProtocolError } from '../../../protocol/index.ts';
import { files, fileUses, messages } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { findReadableMessage, lockReadableMessage } from './lock-message.ts';
import { changesOfMessage } from './presenter.ts';
import { tellStars } from './stars.ts';

/**
 * The sender has given up a file that a message awaits: this message never gets it, whatever else the file is sent for. One
 * that has arrived meanwhile stays, and so does one that is none of this message's: there is nothing to give up.
 */
export const withdrawFile = async (
  context: CommandContext,
  { chatId, messageId, fileId }: MutationArgs<'withdrawFile'>,
): Promise<CommandResult> => {
  const { tx, log, actorId } = context;
  const target = { chatId, messageId };
  const seen = await findReadableMessage(context, target);
  if (seen.senderId !== actorId) throw new ProtocolError('forbidden');
  if (!seen.media.some(({ id }) => id === fileId)) return { id: messageId };
  // Locks the file before the message, in the order in which filling it does.
  const [file] = await tx.select().from(files).where(eq(files.id, fileId)).for('update');
  if (file?.ownerId !== actorId || file.state !== 'awaited') return { id: messageId };
  const message = await lockReadableMessage(context, target);
  if (!message.media.some(({ id, state }) => id === fileId && state === 'awaited')) return { id: messageId };
  const media = message.media.map((one) =>
    one.id === fileId ? { ...one, state: 'withdrawn' as const } : one,
  );
  const [moved] = await tx
    .update(messages)
    .set({ media, version: increment(messages.version) })
    .where(eq(messages.id, messageId))
    .returning();
  if (moved) {
    log.put(chatScope(chatId), ...changesOfMessage(moved));
    await tellStars(context, moved);
  }
  // Who reads this message may not read the file, when it arrives for something else.
  const use = and(eq(fileUses.fileId, fileId), eq(fileUses.kind, 'message'));
  await tx.delete(fileUses).where(and(use, eq(fileUses.targetId, messageId)));
  const isAwaitedElsewhere = (await tx.$count(fileUses, use)) > 0;
  if (!isAwaitedElsewhere) await tx.update(files).set({ state: 'withdrawn' }).where(eq(files.id, fileId));
  return { id: messageId };
};
