import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { chatScope, LIMITS, type MutationArgs, memberId, ProtocolError } from '../../../protocol/index.ts';
import { members, memberships, messages, users } from '../../db/schema.ts';
import { loadState } from '../sync/batch/state.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { userChange } from '../users/presenter.ts';
import { changeableMessage, findOwnPlace, needsOfChange } from './own-place.ts';
import { messageChange, pinnedChange, type StoredMessage } from './presenter.ts';
import { isHiddenFrom } from './queries.ts';

/**
 * Pins a message for everybody in the chat, or unpins it, by the rules of a reaction; in a GROUP or PUBLIC chat only the owner
 * and admins may. Nobody is notified. Where pinned messages that the actor cannot read take the last place, the oldest of them
 * is unpinned for it.
 */
export const pinMessage = async (
  { tx, log, actorId, now }: CommandContext,
  args: MutationArgs<'pinMessage'>,
): Promise<CommandResult> => {
  const { chatId, messageId, isPinned } = args;
  const needs = needsOfChange(args, actorId);
  // The chat's lock lets no two people pin at once: the number of pinned messages has a bound.
  await loadState(tx, [{ ...needs, lockedMessages: [] }]);
  const room = isPinned ? await findRoom(tx, chatId, actorId) : 'free';
  // The locks of both messages are taken together, in the order of all locks.
  const unpinned = typeof room === 'string' ? [] : [room.unpin];
  const state = await loadState(tx, [needs, { lockedMessages: unpinned }]);
  const message = changeableMessage(state, args, actorId);
  const place = findOwnPlace(state, chatId, actorId);
  if (place?.chat.type !== 'PRIVATE' && place?.member.role === 'MEMBER') throw new ProtocolError('forbidden');
  if (isPinned === (message.pinnedAt !== null)) return { id: messageId };
  if (isPinned) {
    if (message.deletedAt !== null) throw new ProtocolError('conflict');
    if (room === 'full') throw new ProtocolError('too_many_pinned');
    for (const id of unpinned) await setPin({ tx, log }, id, null);
  }
  const changed = await setPin(
    { tx, log },
    messageId,
    isPinned ? { pinnedAt: now, pinnedBy: actorId } : null,
  );
  if (isPinned) await tellOfSender({ tx, log }, changed);
  return { id: messageId };
};

type Room = 'free' | 'full' | { unpin: string };

/**
 * Whether one more message may be pinned. It is refused only to somebody who sees as many as there may be and can unpin one:
 * who has joined since, or has deleted them for themselves, may see none of them. The chat is locked.
 */
const findRoom = async (tx: CommandContext['tx'], chatId: string, actorId: string): Promise<Room> => {
  const own = memberId(chatId, actorId);
  const pinned = await tx
    .select({
      id: messages.id,
      isReadable: sql<boolean>`${messages.seq} > greatest(${members.joinedSeq}, ${memberships.clearedSeq})
        and not ${isHiddenFrom(tx, actorId)}`,
    })
    .from(messages)
    .innerJoin(members, eq(members.id, own))
    .innerJoin(memberships, eq(memberships.id, own))
    .where(and(eq(messages.chatId, chatId), isNotNull(messages.pinnedAt), isNull(messages.deletedAt)))
    .orderBy(asc(messages.pinnedAt), asc(messages.id));
  if (pinned.length < LIMITS.pinnedMessagesMax) return 'free';
  const unreadable = pinned.find(({ isReadable }) => !isReadable);
  return unreadable === undefined ? 'full' : { unpin: unreadable.id };
};

type Pin = { pinnedAt: Date; pinnedBy: string };

/** Pins or unpins a message that is locked, and logs it for everybody in the chat. */
const setPin = async (
  { tx, log }: Pick<CommandContext, 'tx' | 'log'>,
  id: string,
  pin: Pin | null,
): Promise<StoredMessage> => {
  const [changed] = await tx
    .update(messages)
    .set({ ...(pin ?? { pinnedAt: null, pinnedBy: null }), version: increment(messages.version) })
    .where(eq(messages.id, id))
    .returning();
  if (!changed) throw new ProtocolError('not_found');
  log.put(chatScope(changed.chatId), messageChange(changed), pinnedChange(changed));
  return changed;
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
