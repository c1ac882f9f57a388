import { and, eq, inArray, isNull } from 'drizzle-orm';
import { chatScope, type MutationArgs, memberId, ProtocolError, userScope } from '../../../protocol/index.ts';
import { chats, memberships } from '../../db/schema.ts';
import { endStarsIn } from '../messages/stars.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { lockOwnChat } from './lock-chat.ts';
import { clearedUpTo, lockOwnPlace, writeOwnPlace } from './own-place.ts';
import { chatChange, membershipChange, type StoredChat } from './presenter.ts';

/** Changes how far a message request has come, and logs it for both. The chat is locked. */
const setRequest = async (
  { tx, log }: CommandContext,
  chat: StoredChat,
  request: Pick<StoredChat, 'requestedBy' | 'acceptedAt'>,
): Promise<StoredChat> => {
  const [changed] = await tx
    .update(chats)
    .set({ ...request, version: increment(chats.version) })
    .where(eq(chats.id, chat.id))
    .returning();
  if (!changed) throw new ProtocolError('not_found');
  log.put(chatScope(chat.id), chatChange(changed));
  return changed;
};

/** A chat that these people had declined comes back into their sight. */
const takeBackNo = async (
  { tx, log }: CommandContext,
  chatId: string,
  userIds: readonly string[],
): Promise<void> => {
  const ids = userIds.map((userId) => memberId(chatId, userId));
  const changed = await tx
    .update(memberships)
    .set({ isDeclined: false, version: increment(memberships.version) })
    .where(and(inArray(memberships.id, ids), eq(memberships.isDeclined, true), isNull(memberships.leftAt)))
    .returning();
  for (const place of changed) log.put(userScope(place.userId), membershipChange(place));
};

/** Two who have become friends need no request any more. The chat is locked. */
export const endRequest = async (
  context: CommandContext,
  chat: StoredChat,
  people: readonly string[],
): Promise<void> => {
  if (chat.requestedBy !== null)
    await setRequest(context, chat, { requestedBy: null, acceptedAt: chat.acceptedAt });
  await takeBackNo(context, chat.id, people);
};

/** Yes: both write as they like. No: the chat is gone from my sight, and the other is not told. */
export const answerMessageRequest = async (
  context: CommandContext,
  { chatId, isAccepted }: MutationArgs<'answerMessageRequest'>,
): Promise<CommandResult> => {
  const { chat } = await lockOwnChat(context, chatId);
  if (chat.type !== 'PRIVATE' || chat.requestedBy === context.actorId) throw new ProtocolError('forbidden');
  if (chat.requestedBy === null) return { id: chatId };
  if (isAccepted) {
    await takeBackNo(context, chatId, [context.actorId]);
    await setRequest(context, chat, { requestedBy: null, acceptedAt: context.now });
    return { id: chatId };
  }
  const own = await lockOwnPlace(context, chatId);
  const cleared = await clearedUpTo(context, own, own.lastSeq);
  await writeOwnPlace(context, chatId, { ...cleared, isDeclined: true, pinRank: null });
  await endStarsIn(context, chatId, [context.actorId]);
  return { id: chatId };
};
