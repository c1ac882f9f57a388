import { eq } from 'drizzle-orm';
import { hiddenId, type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { hiddenMessages } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { lockReadableMessage } from './lock-message.ts';
import { hiddenChange } from './presenter.ts';

/** Hides a message for the actor alone, or shows it again. Other people are not told. */
export const hideMessage = async (
  context: CommandContext,
  { chatId, messageId, hidden }: MutationArgs<'hideMessage'>,
): Promise<CommandResult> => {
  const { tx, log, actorId, now } = context;
  // The message's lock keeps two devices of the actor from inserting at once.
  await lockReadableMessage(context, { chatId, messageId });
  const id = hiddenId(actorId, messageId);
  const [before] = await tx.select().from(hiddenMessages).where(eq(hiddenMessages.id, id));
  const isHidden = before !== undefined && before.deletedAt === null;
  if (isHidden === hidden) return { id: messageId };
  const [after] = before
    ? await tx
        .update(hiddenMessages)
        .set({ deletedAt: hidden ? null : now, version: increment(hiddenMessages.version) })
        .where(eq(hiddenMessages.id, id))
        .returning()
    : await tx
        .insert(hiddenMessages)
        .values({ id, userId: actorId, chatId, messageId, createdAt: now })
        .returning();
  if (!after) throw new ProtocolError('not_found');
  log.put(userScope(actorId), hiddenChange(after));
  return { id: messageId };
};
