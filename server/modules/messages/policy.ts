import { and, eq, isNull, ne } from 'drizzle-orm';
import { memberId, ProtocolError, privateChatId, savedMessagesId } from '../../../protocol/index.ts';
import { chatPairs } from '../../db/account-tables.ts';
import type { Transaction } from '../../db/database.ts';
import { chats, members } from '../../db/schema.ts';
import { createPrivateChat } from '../chats/create-private-chat.ts';
import { assertRoom, endInvitation, enterChat } from '../chats/membership-rows.ts';
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

type Destination = { chatId: string; recipientId?: string | undefined };

/** `recipientId` names the PRIVATE chat of the two and no other chat. @throws ProtocolError `validation` */
export const assertRecipient = (actorId: string, { chatId, recipientId }: Destination): void => {
  if (recipientId !== undefined && privateChatId(actorId, recipientId) !== chatId)
    throw new ProtocolError('validation', {
      errors: [{ field: 'recipientId', message: 'Not the other person of this chat' }],
    });
};

/**
 * Makes sure that the actor is in the chat, which is locked then: a first message between two people makes their chat, and
 * the first one in a PUBLIC chat joins it.
 * @throws ProtocolError `not_found` for a chat that the actor may not know of
 */
export const openChat = async (context: CommandContext, destination: Destination): Promise<void> => {
  const { actorId } = context;
  const { chatId, recipientId } = destination;
  assertRecipient(actorId, destination);
  if (await lockOwnChat(context, chatId)) return;
  const pairedId = await findOtherOfPair(context, chatId);
  const otherId = recipientId ?? pairedId;
  if (otherId !== undefined) return startPrivateChat(context, otherId, { isPaired: pairedId !== undefined });
  return joinPublicChat(context, chatId);
};

/** Locks a chat that the actor is in. @returns whether there is one */
const lockOwnChat = async ({ tx, actorId }: CommandContext, chatId: string): Promise<boolean> => {
  const [found] = await tx
    .select({ id: chats.id })
    .from(chats)
    .innerJoin(members, eq(members.id, memberId(chatId, actorId)))
    .where(and(eq(chats.id, chatId), isNull(chats.deletedAt), isNull(members.leftAt)))
    .for('no key update', { of: chats });
  return found !== undefined;
};

/** Anybody signed in may write in a PUBLIC chat (docs/decisions/0003), and is a member from then on. */
const joinPublicChat = async (context: CommandContext, chatId: string): Promise<void> => {
  const { tx, actorId } = context;
  const [chat] = await tx
    .select()
    .from(chats)
    .where(and(eq(chats.id, chatId), eq(chats.type, 'PUBLIC'), isNull(chats.deletedAt)))
    .for('no key update');
  const user = chat && (await findPerson(tx, actorId));
  if (!user) throw new ProtocolError('not_found');
  await assertRoom(context, chat, 1);
  await endInvitation(context, chatId, actorId, { isAccepted: true });
  await enterChat(context, chat, [{ user, role: 'MEMBER' }]);
};

/** Anyone who may open the chat with a person may start it: a friend, a requester, a member of a common chat, a holder of the code. */
const startPrivateChat = async (
  context: CommandContext,
  otherId: string,
  { isPaired }: { isPaired: boolean },
): Promise<void> => {
  const { tx, actorId } = context;
  if (otherId === actorId) return startSavedMessages(context);
  const [actor, other] = [await findPerson(tx, actorId), await findPerson(tx, otherId)];
  const relation = await findRelation(tx, actorId, otherId);
  const mayKnow = relation.friendship !== null || isPaired || (await shareChat(tx, actorId, otherId));
  if (!actor || !other || relation.isBlocked || !mayKnow) throw new ProtocolError('not_found');
  await createPrivateChat(context, actor, other);
};

/** Needs no permission: every member has saved messages. */
const startSavedMessages = async (context: CommandContext): Promise<void> => {
  const actor = await findPerson(context.tx, context.actorId);
  if (!actor) throw new ProtocolError('not_found');
  await createPrivateChat(context, actor, actor);
};

/** For a client that knows only the specification: the look-up that `GET /chats/users/{id}` remembered. */
const findOtherOfPair = async (
  { tx, actorId }: CommandContext,
  chatId: string,
): Promise<string | undefined> => {
  if (chatId === savedMessagesId(actorId)) return actorId;
  const [pair] = await tx
    .select()
    .from(chatPairs)
    .where(and(eq(chatPairs.askerId, actorId), eq(chatPairs.chatId, chatId)));
  return pair?.otherId;
};
