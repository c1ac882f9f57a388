import { type MutationName, mutations } from '../../../protocol/index.ts';
import { markSeen } from '../chats/mark-seen.ts';
import { acceptFriend } from '../friends/accept-friend.ts';
import { rejectFriend } from '../friends/reject-friend.ts';
import { requestFriend } from '../friends/request-friend.ts';
import { sendMessage } from '../messages/send-message.ts';
import { type BoundCommand, bindCommand } from './bind-command.ts';

/** One command per mutation of the protocol: the authoritative half of each. */
export const commands = {
  sendMessage: bindCommand(mutations.sendMessage, sendMessage),
  markSeen: bindCommand(mutations.markSeen, markSeen),
  requestFriend: bindCommand(mutations.requestFriend, requestFriend),
  acceptFriend: bindCommand(mutations.acceptFriend, acceptFriend),
  rejectFriend: bindCommand(mutations.rejectFriend, rejectFriend),
} satisfies Record<MutationName, BoundCommand>;
