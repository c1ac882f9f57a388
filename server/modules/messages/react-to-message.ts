import { eq } from 'drizzle-orm';
import { chatScope, LIMITS, type MutationArgs, ProtocolError } from '../../../protocol/index.ts';
import { messages } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { oneMore } from '../sync/one-more.ts';
import { lockReadableMessage } from './lock-message.ts';
import { lockStandingChat } from './policy.ts';
import { messageChange } from './presenter.ts';

/** Sets, changes or takes back the actor's one reaction. The lock makes two people's reactions follow one another. */
export const reactToMessage = async (
  context: CommandContext,
  { chatId, messageId, emoji }: MutationArgs<'reactToMessage'>,
): Promise<CommandResult> => {
  const { tx, log, actorId } = context;
  await lockStandingChat(context, chatId);
  const message = await lockReadableMessage(context, { chatId, messageId });
  const before = message.reactions.find(({ userId }) => userId === actorId);
  if ((before?.emoji ?? null) === emoji) return { id: messageId };
  if (message.deletedAt !== null) throw new ProtocolError('conflict');
  const others = message.reactions.filter(({ userId }) => userId !== actorId);
  if (emoji !== null && others.length >= LIMITS.reactionsMax) throw new ProtocolError('impossible');
  const [reacted] = await tx
    .update(messages)
    .set({
      reactions: emoji === null ? others : [...others, { userId: actorId, emoji }],
      version: oneMore(messages.version),
    })
    .where(eq(messages.id, messageId))
    .returning();
  if (!reacted) throw new ProtocolError('not_found');
  log.put(chatScope(chatId), messageChange(reacted));
  return { id: messageId };
};
