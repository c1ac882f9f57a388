import { and, eq, inArray, isNull } from 'drizzle-orm';
import { chatScope, type MutationArgs, memberId, ProtocolError, userScope } from '../../../protocol/index.ts';
import { chats, memberships } from '../../db/schema.ts';
import { endStarsUpTo } from '../messages/loaded-stars.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import type { CommandContext } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { changePlace, ownPlace } from './change-place.ts';
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
export const answerMessageRequest: BatchedCommand<MutationArgs<'answerMessageRequest'>> = {
  needs: ({ chatId }, userId) => ({
    lockedChats: [chatId],
    places: [{ chatId, userId }],
    starsIn: [{ chatId, userId }],
  }),
  decide: (context, { chatId, isAccepted }) => {
    const { state, log, actorId, now } = context;
    const { chat, place } = ownPlace(state, chatId, actorId);
    if (chat.type !== 'PRIVATE' || chat.requestedBy === actorId) throw new ProtocolError('forbidden');
    if (chat.requestedBy === null) return { id: chatId };
    if (isAccepted) {
      if (place.isDeclined) changePlace(context, place, { isDeclined: false });
      const accepted = state.chats.change(chat, { requestedBy: null, acceptedAt: now });
      log.put(chatScope(chatId), chatChange(accepted));
      return { id: chatId };
    }
    // What is gone is also seen.
    const seen = { seenSeq: chat.lastSeq, ownAfterSeen: 0 };
    const cleared = { clearedSeq: chat.lastSeq, clearedAt: now };
    changePlace(context, place, { ...cleared, ...seen, isDeclined: true, pinRank: null });
    endStarsUpTo(context, { chatId, userId: actorId, seq: chat.lastSeq });
    return { id: chatId };
  },
};
