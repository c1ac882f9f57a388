import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { chatScope, LIMITS, type MutationArgs, memberId, ProtocolError } from '../../../protocol/index.ts';
import { members, messages, users } from '../../db/schema.ts';
import { loadState } from '../sync/batch/state.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { userChange } from '../users/presenter.ts';
import { changeableMessage, findOwnPlace, needsOfChange } from './own-place.ts';
import { messageChange, pinnedChange, type StoredMessage } from './presenter.ts';

/**
 * Pins a message for everybody in the chat, or unpins it, by the rules of a reaction; in a GROUP or PUBLIC chat only the owner
 * and admins may. Nobody is notified.
 */
export const pinMessage = async (
  { tx, log, actorId, now }: CommandContext,
  args: MutationArgs<'pinMessage'>,
): Promise<CommandResult> => {
  const { chatId, messageId, isPinned } = args;
  // The chat's lock lets no two people pin at once: the number of pinned messages has a bound.
  const state = await loadState(tx, [needsOfChange(args, actorId)]);
  const message = changeableMessage(state, args, actorId);
  const place = findOwnPlace(state, chatId, actorId);
  if (place?.chat.type !== 'PRIVATE' && place?.member.role === 'MEMBER') throw new ProtocolError('forbidden');
  if (isPinned === (message.pinnedAt !== null)) return { id: messageId };
  if (isPinned) {
    if (message.deletedAt !== null) throw new ProtocolError('conflict');
    const pinned = and(eq(messages.chatId, chatId), isNotNull(messages.pinnedAt), isNull(messages.deletedAt));
    if ((await tx.$count(messages, pinned)) >= LIMITS.pinnedMessagesMax)
      throw new ProtocolError('too_many_pinned');
  }
  const [changed] = await tx
    .update(messages)
    .set({
      ...(isPinned ? { pinnedAt: now, pinnedBy: actorId } : { pinnedAt: null, pinnedBy: null }),
      version: increment(messages.version),
    })
    .where(eq(messages.id, messageId))
    .returning();
  if (!changed) throw new ProtocolError('not_found');
  log.put(chatScope(chatId), messageChange(changed), pinnedChange(changed));
  if (isPinned) await tellOfSender({ tx, log }, changed);
  return { id: messageId };
};

/** Who has left the chat may be unknown to those who have come since, and is named above what they wrote. */
const tellOfSender = async (
  { tx, log }: Pick<CommandContext, 'tx' | 'log'>,
  { chatId, senderId }: StoredMessage,
): Promise<void> => {
  if (senderId === null) return;
  const [sender] = await tx
    .select({ user: users, leftAt: members.leftAt })
    .from(users)
    .innerJoin(members, eq(members.id, memberId(chatId, senderId)))
    .where(eq(users.id, senderId));
  if (sender && sender.leftAt !== null) log.put(chatScope(chatId), userChange(sender.user));
};
