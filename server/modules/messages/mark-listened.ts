import { and, eq } from 'drizzle-orm';
import { chatScope, type MutationArgs, ProtocolError } from '../../../protocol/index.ts';
import { chats, messages, users } from '../../db/schema.ts';
import { hasReceipts } from '../chats/has-receipts.ts';
import { hasSetting } from '../settings/stored.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { lockReadableMessage } from './lock-message.ts';
import { changesOfMessage } from './presenter.ts';

/**
 * The actor has listened to somebody's voice message. Told like a seen mark: by those who send receipts, where there are any.
 * Everywhere else it is taken and nothing is stored, so that playing an old message tells of no block, and leaves no refusal.
 */
export const markListened = async (
  context: CommandContext,
  { chatId, messageId }: MutationArgs<'markListened'>,
): Promise<CommandResult> => {
  const { tx, log, actorId, now } = context;
  const message = await lockReadableMessage(context, { chatId, messageId }).catch((error: unknown) => {
    if (error instanceof ProtocolError) return null;
    throw error;
  });
  if (message === null) return { id: messageId };
  const isKnown = message.listens.some(({ userId }) => userId === actorId);
  if (message.senderId === actorId || message.deletedAt !== null || isKnown) return { id: messageId };
  if (!message.media.some(({ waveform }) => waveform !== undefined)) return { id: messageId };
  const [told] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(chats, eq(chats.id, chatId))
    .where(and(eq(users.id, actorId), hasSetting('sendReadReceipts'), hasReceipts));
  if (told === undefined) return { id: messageId };
  const listens = [...message.listens, { userId: actorId, at: now.toISOString() }];
  const [changed] = await tx
    .update(messages)
    .set({ listens, version: increment(messages.version) })
    .where(eq(messages.id, messageId))
    .returning();
  if (changed) log.put(chatScope(chatId), ...changesOfMessage(changed));
  return { id: messageId };
};
