import type { MutationArgs } from '../../../protocol/index.ts';
import { loadState } from '../sync/batch/state.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { approveFriendship } from './approve-friendship.ts';
import { decidable } from './loaded-friendship.ts';

/** Accepts a request; the two get their private chat with it. */
export const acceptFriend = async (
  context: CommandContext,
  { friendshipId }: MutationArgs<'acceptFriend'>,
): Promise<CommandResult> => {
  const state = await loadState(context.tx, [{ friendships: [friendshipId] }]);
  await approveFriendship(context, decidable(state, friendshipId, context.actorId));
  return { id: friendshipId };
};
