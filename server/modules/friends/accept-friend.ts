import type { MutationArgs } from '../../../protocol/index.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { approveFriendship } from './approve-friendship.ts';
import { lockDecidable } from './policy.ts';

/** Accepts a request; the two get their private chat with it. */
export const acceptFriend = async (
  context: CommandContext,
  { friendshipId }: MutationArgs<'acceptFriend'>,
): Promise<CommandResult> => {
  await approveFriendship(context, await lockDecidable(context, friendshipId));
  return { id: friendshipId };
};
