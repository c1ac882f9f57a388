import { eq } from 'drizzle-orm';
import {
  chatScope,
  type MemberRole,
  type MutationArgs,
  memberId,
  ProtocolError,
} from '../../../protocol/index.ts';
import { members } from '../../db/schema.ts';
import { findPerson } from '../friends/relation.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { refuseUnknownPerson } from '../users/known.ts';
import { howToAdd, lockAdding } from './how-to-add.ts';
import { findMember, isAbove, lockGroupAs } from './lock-chat.ts';
import { assertRoom, endInvitation, enterChat, exitChat, invite } from './membership-rows.ts';
import { memberChange } from './presenter.ts';
import { writeLine } from './system-line.ts';

/**
 * Brings somebody in or invites them, as `howToAdd` says; who is in or invited already stays so: two admins may think of
 * the same person.
 */
export const addMember = async (
  context: CommandContext,
  { chatId, userId, uniqueCode }: MutationArgs<'addMember'>,
): Promise<CommandResult> => {
  const { tx, actorId } = context;
  const id = memberId(chatId, userId);
  const { chat } = await lockGroupAs(context, chatId, 'ADMIN');
  if (await findMember(context, chatId, userId)) return { id };
  const [user, inviter] = [await findPerson(tx, userId), await findPerson(tx, actorId)];
  if (!user || !inviter) return refuseUnknownPerson(context);
  await lockAdding(context);
  const { isAdded, isHidden } = await howToAdd(context, chatId, user, uniqueCode);
  await assertRoom(context, chat, 1);
  if (!isAdded) {
    await invite(context, chat, { user, inviter, isHidden });
    return { id };
  }
  await endInvitation(context, chatId, userId);
  await enterChat(context, chat, [{ user, role: 'MEMBER', addedBy: actorId }]);
  await writeLine(context, chatId, { type: 'added', people: [userId], name: null });
  return { id };
};

/** Takes somebody out who stands below the actor, or an invitation back; who is neither in nor invited stays out. */
export const removeMember = async (
  context: CommandContext,
  { chatId, userId }: MutationArgs<'removeMember'>,
): Promise<CommandResult> => {
  const id = memberId(chatId, userId);
  const { member } = await lockGroupAs(context, chatId, 'ADMIN');
  if (userId === context.actorId) throw new ProtocolError('forbidden');
  const target = await findMember(context, chatId, userId);
  if (!target) {
    await endInvitation(context, chatId, userId);
    return { id };
  }
  if (!isAbove(member.role, target.role)) throw new ProtocolError('forbidden');
  await exitChat(context, chatId, [userId]);
  await writeLine(context, chatId, { type: 'removed', people: [userId], name: null });
  return { id };
};

/** Writes a member's role. The caller has checked who may. */
export const writeRole = async (
  { tx, log }: CommandContext,
  chatId: string,
  userId: string,
  role: MemberRole,
): Promise<void> => {
  const [changed] = await tx
    .update(members)
    .set({ role, version: increment(members.version) })
    .where(eq(members.id, memberId(chatId, userId)))
    .returning();
  if (changed) log.put(chatScope(chatId), memberChange(changed));
};

/** Promotes or demotes; as `OWNER` it hands the chat over, and who had it stays as an admin. */
export const setMemberRole = async (
  context: CommandContext,
  { chatId, userId, role }: MutationArgs<'setMemberRole'>,
): Promise<CommandResult> => {
  const id = memberId(chatId, userId);
  await lockGroupAs(context, chatId, 'OWNER');
  if (userId === context.actorId) throw new ProtocolError('forbidden');
  const target = await findMember(context, chatId, userId);
  if (!target) throw new ProtocolError('not_found');
  if (target.role === role) return { id };
  await writeRole(context, chatId, userId, role);
  if (role === 'OWNER') await writeRole(context, chatId, context.actorId, 'ADMIN');
  const types = { OWNER: 'handedOver', ADMIN: 'promoted', MEMBER: 'demoted' } as const;
  await writeLine(context, chatId, { type: types[role], people: [userId], name: null });
  return { id };
};
