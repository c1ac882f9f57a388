import { and, eq, isNull } from 'drizzle-orm';
import { type MutationArgs, memberId, ProtocolError } from '../../../protocol/index.ts';
import { invitations } from '../../db/schema.ts';
import { findPerson } from '../friends/relation.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { findMember, lockChat } from './lock-chat.ts';
import { assertRoom, endInvitation, enterChat } from './membership-rows.ts';
import { writeLine } from './system-line.ts';

/** Enters a PUBLIC chat, or a GROUP by invitation. For a member it is a no-op; a GROUP without an invitation is `not_found`. */
export const joinChat = async (
  context: CommandContext,
  { chatId }: MutationArgs<'joinChat'>,
): Promise<CommandResult> => {
  const { tx, actorId } = context;
  const chat = await lockChat(context, chatId);
  if (await findMember(context, chatId, actorId)) return { id: chatId };
  const isOpen = chat.type === 'PUBLIC' || (await isInvited(context, chatId));
  const user = await findPerson(tx, actorId);
  if (!isOpen || chat.type === 'PRIVATE' || !user) throw new ProtocolError('not_found');
  await assertRoom(context, chat, 1);
  await endInvitation(context, chatId, actorId, { isAccepted: true });
  await enterChat(context, chat, [{ user, role: 'MEMBER' }]);
  await writeLine(context, chatId, { type: 'joined', people: [], name: null });
  return { id: chatId };
};

const isInvited = async ({ tx, actorId }: CommandContext, chatId: string): Promise<boolean> => {
  const [found] = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        eq(invitations.id, memberId(chatId, actorId)),
        isNull(invitations.deletedAt),
        eq(invitations.isHidden, false),
      ),
    );
  return found !== undefined;
};

/** Says no to an invitation, without a word in the chat. */
export const declineInvitation = async (
  context: CommandContext,
  { chatId }: MutationArgs<'declineInvitation'>,
): Promise<CommandResult> => {
  if (!(await isInvited(context, chatId))) throw new ProtocolError('not_found');
  await endInvitation(context, chatId, context.actorId);
  return { id: memberId(chatId, context.actorId) };
};
