import type { MutationArgs } from '../../../protocol/index.ts';
import { attachPicture } from '../files/attach-files.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { lockGroupAs } from './lock-chat.ts';
import { writeLine } from './system-line.ts';

/** Renames a chat or changes its picture; what is so already stays without a line. */
export const updateChat = async (
  context: CommandContext,
  { chatId, name, avatarId }: MutationArgs<'updateChat'>,
): Promise<CommandResult> => {
  const { chat } = await lockGroupAs(context, chatId, 'ADMIN');
  const isRenamed = name !== undefined && name !== chat.name;
  const isRepictured = avatarId !== undefined && avatarId !== chat.avatarId;
  if (!isRenamed && !isRepictured) return { id: chatId };
  if (isRepictured) await attachPicture(context, { kind: 'chat', targetId: chatId }, avatarId);
  await writeLine(
    context,
    chatId,
    { type: isRenamed ? 'renamed' : 'picture', people: [], name: isRenamed ? name : null },
    { ...(isRenamed ? { name } : {}), ...(isRepictured ? { avatarId } : {}) },
  );
  return { id: chatId };
};
