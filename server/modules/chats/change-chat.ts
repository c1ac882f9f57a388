import type { MutationArgs } from '../../../protocol/index.ts';
import { ProtocolError } from '../../../protocol/index.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { lockGroupAs } from './lock-chat.ts';
import { writeLine } from './system-line.ts';

/** Renames a chat or changes its picture; what is so already stays without a line. */
export const updateChat = async (
  context: CommandContext,
  { chatId, name, avatarId }: MutationArgs<'updateChat'>,
): Promise<CommandResult> => {
  const { chat } = await lockGroupAs(context, chatId, 'ADMIN');
  // Files come with the media pipeline: until then nobody has one to name.
  if (avatarId != null)
    throw new ProtocolError('impossible', { errors: [{ field: 'avatarId', message: 'Not found' }] });
  const isRenamed = name !== undefined && name !== chat.name;
  const isRepictured = avatarId !== undefined && avatarId !== chat.avatarId;
  if (!isRenamed && !isRepictured) return { id: chatId };
  await writeLine(
    context,
    chatId,
    { type: isRenamed ? 'renamed' : 'picture', people: [], name: isRenamed ? name : null },
    { ...(isRenamed ? { name } : {}), ...(isRepictured ? { avatarId } : {}) },
  );
  return { id: chatId };
};
