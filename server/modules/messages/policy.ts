import { and, eq, isNull, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { memberId, ProtocolError, privateChatId } from '../../../protocol/index.ts';
import { chatPairs } from '../../db/account-tables.ts';
import type { Transaction } from '../../db/database.ts';
import { chats, members } from '../../db/schema.ts';
import { createPrivateChat } from '../chats/create-private-chat.ts';
import { isStanding, settleStanding } from '../chats/message-request.ts';
import { assertRoom, endInvitation, enterChat } from '../chats/places.ts';
import type { StoredChat } from '../chats/presenter.ts';
import { shareChat } from '../chats/queries.ts';
import { findPerson, findRelation } from '../friends/relation.ts';
import type { CommandContext } from '../sync/context.ts';
import { findReadable, type Readable } from './queries.ts';

/**
 * A chat that somebody may read: its members may. A block changes what may be written, and takes no history away: a pull
 * and a page say the same, and a block looks like the end of a friendship (docs/gotchas.md).
 */
export const loadReadable = async (tx: Transaction, chatId: string, userId: string): Promise<Readable> => {
  const readable = await findReadable(tx, chatId, userId);
  if (!readable) throw new ProtocolError('not_found');
  return readable;
};

/** A chat in which somebody may do something to messages: not in a private one across a block. */
export const loadOpen = async (tx: Transaction, chatId: string, userId: string): Promise<Readable> => {
  const readable = await loadReadable(tx, chatId, userId);
  if (readable.type !== 'PRIVATE') return readable;
  const other = await findOtherMember(tx, chatId, userId);
  if (other !== undefined && (await findRelation(tx, userId, other)).isBlocked)
    throw new ProtocolError('not_found');
  return readable;
};

const findOtherMember = async (
  tx: Transaction,
  chatId: string,
  userId: string,
): Promise<string | undefined> => {
  const [other] = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.chatId, chatId), ne(members.userId, userId)));
  return other?.userId;
};

/** The other person of a private chat. */
const others = alias(members, 'others');

type Destination = {
  chatId: string;
  recipientId?: string | undefined;
  images?: readonly string[] | undefined;
  files?: readonly string[] | undefined;
  video?: string | undefined;
};

const hasMedia = ({ images, files, video }: Destination): boolean =>
  Boolean(images?.length || files?.length || video);

/**
 * The chat that the actor may write to, locked, and created if this is the first message between two people. Membership
 * is checked for every message. `not_found` for a chat that the caller may not know of, `forbidden` for one that the
 * caller sees but may not write to. `recipientId` names the PRIVATE chat of the two and no other chat.
 */
export const lockWritableChat = async (
  context: CommandContext,
  destination: Destination,
): Promise<StoredChat> => {
  const { actorId } = context;
  const { chatId, recipientId } = destination;
  if (recipientId !== undefined && privateChatId(actorId, recipientId) !== chatId)
    throw new ProtocolError('validation', {
      errors: [{ field: 'recipientId', message: 'Not the other person of this chat' }],
    });
  const found = await lockChatOf(context, chatId);
  if (found?.chat.type === 'PRIVATE') {
    await assertMayWriteTo(context, found.chat, found.otherId, destination);
    return found.chat;
  }
  if (found && recipientId === undefined) return found.chat;
  const pairedId = await findOtherOfPair(context, chatId);
  const otherId = recipientId ?? pairedId;
  if (otherId !== undefined)
    return startPrivateChat(context, destination, otherId, { isPaired: pairedId !== undefined });
  const chat = await joinPublicChat(context, chatId);
  if (!chat) throw new ProtocolError('not_found');
  return chat;
};

/** A chat that the actor is in, locked, with the other person of a private one. */
const lockChatOf = async ({ tx, actorId }: CommandContext, chatId: string) => {
  const [found] = await tx
    .select({ chat: chats, otherId: others.userId })
    .from(chats)
    .innerJoin(members, eq(members.id, memberId(chatId, actorId)))
    .leftJoin(others, and(eq(others.chatId, chats.id), ne(others.userId, actorId), eq(chats.type, 'PRIVATE')))
    .where(and(eq(chats.id, chatId), isNull(chats.deletedAt), isNull(members.leftAt)))
    .for('no key update', { of: chats });
  return found;
};

/**
 * The chat of messages that are already there, for a change of them: it neither begins anything nor asks anybody. Between
 * people who are no friends any more, nothing of what was said is changed.
 */
export const lockStandingChat = async (context: CommandContext, chatId: string): Promise<StoredChat> => {
  const found = await lockChatOf(context, chatId);
  if (!found) throw new ProtocolError('not_found');
  const { chat, otherId } = found;
  if (chat.type !== 'PRIVATE') return chat;
  if (otherId === null) throw new ProtocolError('forbidden');
  const relation = await findRelation(context.tx, context.actorId, otherId);
  if (relation.isBlocked) throw new ProtocolError('not_found');
  if (!(await isStanding(context, chat, relation, otherId))) throw new ProtocolError('forbidden');
  return chat;
};

/** Across a block there is nothing to write to; to a non-friend a message is a request. */
const assertMayWriteTo = async (
  context: CommandContext,
  chat: StoredChat,
  otherId: string | null,
  destination: Destination,
): Promise<void> => {
  if (otherId === null) throw new ProtocolError('forbidden');
  const relation = await findRelation(context.tx, context.actorId, otherId);
  if (relation.isBlocked) throw new ProtocolError('not_found');
  await settleStanding(context, chat, { relation, otherId, hasMedia: hasMedia(destination) });
};

/** Anybody signed in may write in a PUBLIC chat (decisions.md §3), and is a member from then on. */
const joinPublicChat = async (context: CommandContext, chatId: string): Promise<StoredChat | undefined> => {
  const { tx, actorId } = context;
  const [chat] = await tx
    .select()
    .from(chats)
    .where(and(eq(chats.id, chatId), eq(chats.type, 'PUBLIC'), isNull(chats.deletedAt)))
    .for('no key update');
  const user = chat && (await findPerson(tx, actorId));
  if (!user) return undefined;
  await assertRoom(context, chat, 1);
  await endInvitation(context, chatId, actorId, { isAccepted: true });
  await enterChat(context, chat, [{ user, role: 'MEMBER' }]);
  return chat;
};

/** Anyone who may open the chat with a person may start it: a friend, a requester, a member of a common chat, a holder of the code. */
const startPrivateChat = async (
  context: CommandContext,
  destination: Destination,
  otherId: string,
  { isPaired }: { isPaired: boolean },
): Promise<StoredChat> => {
  const { tx, actorId } = context;
  if (otherId === actorId) throw new ProtocolError('not_found');
  const [actor, other] = [await findPerson(tx, actorId), await findPerson(tx, otherId)];
  const relation = await findRelation(tx, actorId, otherId);
  const mayKnow = relation.friendship !== null || isPaired || (await shareChat(tx, actorId, otherId));
  if (!actor || !other || relation.isBlocked || !mayKnow) throw new ProtocolError('not_found');
  const chat = await createPrivateChat(context, actor, other);
  await settleStanding(context, chat, { relation, otherId, hasMedia: hasMedia(destination) });
  return chat;
};

/** For a client that knows only the specification: the look-up that `GET /chats/users/{id}` remembered. */
const findOtherOfPair = async (
  { tx, actorId }: CommandContext,
  chatId: string,
): Promise<string | undefined> => {
  const [pair] = await tx
    .select()
    .from(chatPairs)
    .where(and(eq(chatPairs.askerId, actorId), eq(chatPairs.chatId, chatId)));
  return pair?.otherId;
};
