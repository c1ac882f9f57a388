import { and, eq, inArray, isNull } from 'drizzle-orm';
import {
  chatScope,
  friendshipId,
  type MutationArgs,
  memberId,
  ProtocolError,
  userScope,
} from '../../../protocol/index.ts';
import { chats, friendships, memberships } from '../../db/schema.ts';
import { areFriends, type Relation } from '../friends/relation.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { oneMore } from '../sync/one-more.ts';
import { lockOwnChat } from './lock-chat.ts';
import { clearedUpTo, lockOwnPlace, writeOwnPlace } from './own-place.ts';
import { chatChange, membershipChange, type StoredChat } from './presenter.ts';

/** Changes a chat's standing and logs it for both. The chat is locked. */
const setStanding = async (
  { tx, log }: CommandContext,
  chat: StoredChat,
  standing: Pick<StoredChat, 'requestedBy' | 'acceptedAt'>,
): Promise<StoredChat> => {
  const [changed] = await tx
    .update(chats)
    .set({ ...standing, version: oneMore(chats.version) })
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
    .set({ isDeclined: false, version: oneMore(memberships.version) })
    .where(and(inArray(memberships.id, ids), eq(memberships.isDeclined, true), isNull(memberships.leftAt)))
    .returning();
  for (const place of changed) log.put(userScope(place.userId), membershipChange(place));
};

/** A yes of one's own stands until the two have been friends and parted after it. */
const isAcceptedStill = async (
  { tx, actorId }: CommandContext,
  { acceptedAt }: StoredChat,
  otherId: string,
): Promise<boolean> => {
  if (acceptedAt === null) return false;
  const [friendship] = await tx
    .select({ endedAt: friendships.deletedAt, approvedAt: friendships.approvedAt })
    .from(friendships)
    .where(eq(friendships.id, friendshipId(actorId, otherId)));
  // A request that was rejected is no friendship that ended.
  if (!friendship?.endedAt || !friendship.approvedAt) return true;
  return friendship.endedAt < acceptedAt;
};

/** Whether two people may go on in their private chat as it is: as friends, by a yes, or by one's own request. */
export const isStanding = async (
  context: CommandContext,
  chat: StoredChat,
  relation: Relation,
  otherId: string,
): Promise<boolean> =>
  areFriends(relation) ||
  chat.requestedBy === context.actorId ||
  (chat.requestedBy === null && (await isAcceptedStill(context, chat, otherId)));

/**
 * What a message means for a private chat: between friends, nothing more; from a non-friend it makes the chat a message
 * request, which is text only; and whoever answers a request accepts it (docs/decisions/0003). Whoever writes takes an own no
 * back: `sendMessage` does that with the writer's place.
 */
export const settleStanding = async (
  context: CommandContext,
  chat: StoredChat,
  message: { relation: Relation; otherId: string; hasMedia: boolean },
): Promise<void> => {
  const { actorId, now } = context;
  const { relation, otherId, hasMedia } = message;
  if (areFriends(relation)) {
    if (chat.requestedBy !== null)
      await setStanding(context, chat, { requestedBy: null, acceptedAt: chat.acceptedAt });
    return;
  }
  const isTheirs = chat.requestedBy !== null && chat.requestedBy !== actorId;
  if (isTheirs) {
    await setStanding(context, chat, { requestedBy: null, acceptedAt: now });
    return;
  }
  if (chat.requestedBy === null && (await isAcceptedStill(context, chat, otherId))) return;
  if (hasMedia) throw new ProtocolError('request_text_only');
  if (chat.requestedBy === null)
    await setStanding(context, chat, { requestedBy: actorId, acceptedAt: chat.acceptedAt });
};

/** Two who have become friends need no request any more. The chat is locked. */
export const endRequest = async (
  context: CommandContext,
  chat: StoredChat,
  people: readonly string[],
): Promise<void> => {
  if (chat.requestedBy !== null)
    await setStanding(context, chat, { requestedBy: null, acceptedAt: chat.acceptedAt });
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
    await setStanding(context, chat, { requestedBy: null, acceptedAt: context.now });
    return { id: chatId };
  }
  const own = await lockOwnPlace(context, chatId);
  const cleared = await clearedUpTo(context, own, own.lastSeq);
  await writeOwnPlace(context, chatId, { ...cleared, isDeclined: true });
  return { id: chatId };
};
