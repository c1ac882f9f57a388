import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { memberId, ProtocolError, privateChatId } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { chatPairs, chats, members } from '../../db/schema.ts';
import { createPrivateChat } from '../chats/create-private-chat.ts';
import type { StoredChat } from '../chats/presenter.ts';
import { areFriends, findPerson, findRelation } from '../friends/relation.ts';
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

type Destination = { chatId: string; recipientId?: string | undefined };

/**
 * The chat that the actor may write to, locked, and made if this is the first message between two friends. Membership is
 * asked for every message. A chat that the caller may not know of is not there; one that the caller sees but may not
 * write to, is forbidden.
 */
export const lockWritableChat = async (
  context: CommandContext,
  destination: Destination,
): Promise<StoredChat> => {
  const { tx, actorId } = context;
  const { chatId, recipientId } = destination;
  if (recipientId !== undefined && privateChatId(actorId, recipientId) !== chatId)
    throw new ProtocolError('validation', {
      errors: [{ field: 'recipientId', message: 'Not the other person of this chat' }],
    });
  const [found] = await tx
    .select({ chat: chats, otherId: others.userId })
    .from(chats)
    .innerJoin(members, eq(members.id, memberId(chatId, actorId)))
    .leftJoin(others, and(eq(others.chatId, chats.id), ne(others.userId, actorId), eq(chats.type, 'PRIVATE')))
    .where(and(eq(chats.id, chatId), isNull(chats.deletedAt), isNull(members.leftAt)))
    .for('no key update', { of: chats });
  if (!found) return startPrivateChat(context, destination);
  if (found.chat.type === 'PRIVATE') await assertMayWriteTo(context, found.otherId);
  return found.chat;
};

const assertMayWriteTo = async ({ tx, actorId }: CommandContext, otherId: string | null): Promise<void> => {
  if (otherId === null) throw new ProtocolError('forbidden');
  const relation = await findRelation(tx, actorId, otherId);
  if (relation.isBlocked) throw new ProtocolError('not_found');
  if (!areFriends(relation)) throw new ProtocolError('forbidden');
};

const startPrivateChat = async (context: CommandContext, destination: Destination): Promise<StoredChat> => {
  const { tx, actorId } = context;
  const recipientId = destination.recipientId ?? (await findOtherOfPair(context, destination.chatId));
  if (recipientId === undefined || recipientId === actorId) throw new ProtocolError('not_found');
  const [actor, recipient] = [await findPerson(tx, actorId), await findPerson(tx, recipientId)];
  if (!actor || !recipient || !areFriends(await findRelation(tx, actorId, recipientId)))
    throw new ProtocolError('not_found');
  return createPrivateChat(context, actor, recipient);
};

/** For a client that knows only the specification: the pair that `GET /chats/users/{id}` remembered. */
const findOtherOfPair = async (
  { tx, actorId }: CommandContext,
  chatId: string,
): Promise<string | undefined> => {
  const [pair] = await tx
    .select()
    .from(chatPairs)
    .where(and(eq(chatPairs.chatId, chatId), or(eq(chatPairs.userA, actorId), eq(chatPairs.userB, actorId))));
  return pair && (pair.userA === actorId ? pair.userB : pair.userA);
};
