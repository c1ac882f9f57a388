import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { type MutationArgs, ProtocolError } from '../../../protocol/index.ts';
import { chats, members } from '../../db/schema.ts';
import type { CommandContext, CommandResult, LogContext } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { writeRole } from './change-members.ts';
import { type LockedChat, lockGroupAs, lockOwnChat } from './lock-chat.ts';
import { endInvitations, exitChat } from './membership-rows.ts';
import { writeLine } from './system-line.ts';

/**
 * Leaves a chat. An owner names who takes over; if that person has gone meanwhile, it is the oldest admin, else the oldest
 * member. Without members the chat is deleted.
 */
export const leaveChat = async (
  context: CommandContext,
  { chatId, successorId }: MutationArgs<'leaveChat'>,
): Promise<CommandResult> => {
  const locked = await lockGroupAs(context, chatId, 'MEMBER');
  if (successorId === context.actorId)
    throw new ProtocolError('validation', {
      errors: [{ field: 'successorId', message: 'Must be somebody else' }],
    });
  const heirs = await listHeirs(context, chatId);
  const isOwner = locked.member.role === 'OWNER';
  if (isOwner && heirs.length > 0 && successorId === undefined)
    throw new ProtocolError('successor_required', {
      errors: [{ field: 'successorId', message: 'Required' }],
    });
  await goAway(context, locked, heirs, successorId);
  return { id: chatId };
};

/** Everybody else in the chat, in the order in which they would take it over. */
const listHeirs = async ({ tx, actorId }: CommandContext, chatId: string): Promise<string[]> => {
  const rows = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.chatId, chatId), ne(members.userId, actorId), isNull(members.leftAt)))
    .orderBy(
      sql`case when ${members.role} = 'ADMIN' then 0 else 1 end`,
      asc(members.joinedAt),
      asc(members.id),
    );
  return rows.map(({ userId }) => userId);
};

const goAway = async (
  context: CommandContext,
  { chat, member }: LockedChat,
  heirs: readonly string[],
  successorId?: string,
): Promise<void> => {
  const heir = heirs.find((userId) => userId === successorId) ?? heirs[0];
  if (heir === undefined) return closeChat(context, chat.id, [context.actorId]);
  if (member.role === 'OWNER') await writeRole(context, chat.id, heir, 'OWNER');
  await exitChat(context, chat.id, [context.actorId]);
  const people = member.role === 'OWNER' ? [heir] : [];
  await writeLine(context, chat.id, { type: 'left', people, name: null });
};

/** The chat is gone for everybody in it and everybody asked. */
export const closeChat = async (
  context: LogContext,
  chatId: string,
  inside: readonly string[],
): Promise<void> => {
  const { tx, now } = context;
  await tx
    .update(chats)
    .set({ deletedAt: now, version: increment(chats.version) })
    .where(eq(chats.id, chatId));
  await exitChat(context, chatId, inside);
  await endInvitations(context, chatId);
};

/** Deletes a GROUP or PUBLIC chat. */
export const deleteChat = async (
  context: CommandContext,
  { chatId }: MutationArgs<'deleteChat'>,
): Promise<CommandResult> => {
  await lockGroupAs(context, chatId, 'OWNER');
  await closeChat(context, chatId, [context.actorId, ...(await listHeirs(context, chatId))]);
  return { id: chatId };
};

/**
 * Takes the actor out of every GROUP and PUBLIC chat, for an account that goes: each passes to its oldest admin, else its
 * oldest member. One transaction may write one line only, so each chat is a transaction of its own: call it once per chat
 * that `listOwnGroups` names.
 */
export const leaveForGood = async (context: CommandContext, chatId: string): Promise<void> => {
  const locked = await lockOwnChat(context, chatId);
  if (locked.chat.type !== 'PRIVATE') await goAway(context, locked, await listHeirs(context, chatId));
};

/** The GROUP and PUBLIC chats that somebody is in. */
export const listOwnGroups = async (
  { tx }: Pick<CommandContext, 'tx'>,
  userId: string,
): Promise<string[]> => {
  const rows = await tx
    .select({ id: chats.id })
    .from(chats)
    .innerJoin(members, and(eq(members.chatId, chats.id), eq(members.userId, userId), isNull(members.leftAt)))
    .where(and(isNull(chats.deletedAt), inArray(chats.type, ['GROUP', 'PUBLIC'])));
  return rows.map(({ id }) => id);
};
