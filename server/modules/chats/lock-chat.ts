import { and, eq, isNull } from 'drizzle-orm';
import { type MemberRole, memberId, ProtocolError } from '../../../protocol/index.ts';
import { chats, members } from '../../db/schema.ts';
import type { CommandContext } from '../sync/context.ts';
import type { StoredChat, StoredMember } from './presenter.ts';

/** A chat whose row is locked, and the actor's place in it: everything that changes who is in a chat comes one by one. */
export type LockedChat = { chat: StoredChat; member: StoredMember };

const RANK = { OWNER: 2, ADMIN: 1, MEMBER: 0 } as const satisfies Record<MemberRole, number>;

/** True when the first role may decide about the second: an owner about all others, an admin about plain members. */
export const isAbove = (role: MemberRole, other: MemberRole): boolean => RANK[role] > RANK[other];

/** The chat, for any caller; deleted ones are `not_found`. */
export const lockChat = async ({ tx }: CommandContext, chatId: string): Promise<StoredChat> => {
  const [chat] = await tx
    .select()
    .from(chats)
    .where(and(eq(chats.id, chatId), isNull(chats.deletedAt)))
    .for('no key update');
  if (!chat) throw new ProtocolError('not_found');
  return chat;
};

export const findMember = async (
  { tx }: CommandContext,
  chatId: string,
  userId: string,
): Promise<StoredMember | undefined> => {
  const [member] = await tx
    .select()
    .from(members)
    .where(and(eq(members.id, memberId(chatId, userId)), isNull(members.leftAt)));
  return member;
};

/** A chat that the actor is in; for others it is `not_found`. */
export const lockOwnChat = async (context: CommandContext, chatId: string): Promise<LockedChat> => {
  const chat = await lockChat(context, chatId);
  const member = await findMember(context, chatId, context.actorId);
  if (!member) throw new ProtocolError('not_found');
  return { chat, member };
};

/** A GROUP or PUBLIC chat in which the actor has at least this role. */
export const lockGroupAs = async (
  context: CommandContext,
  chatId: string,
  role: MemberRole,
): Promise<LockedChat> => {
  const locked = await lockOwnChat(context, chatId);
  if (locked.chat.type === 'PRIVATE' || RANK[locked.member.role] < RANK[role])
    throw new ProtocolError('forbidden');
  return locked;
};
