import { type MutationName, mutations } from '../../../protocol/index.ts';
import { markSeen } from '../chats/mark-seen.ts';
import { acceptFriend } from '../friends/accept-friend.ts';
import { rejectFriend } from '../friends/reject-friend.ts';
import { requestFriend } from '../friends/request-friend.ts';
import { deleteMessage } from '../messages/delete-message.ts';
import { editMessage } from '../messages/edit-message.ts';
import { hideMessage } from '../messages/hide-message.ts';
import { reactToMessage } from '../messages/react-to-message.ts';
import { sendMessage } from '../messages/send-message.ts';
import { updateSettings } from '../settings/update-settings.ts';
import { updateProfile } from '../users/update-profile.ts';
import { type BoundCommand, bindCommand } from './bind-command.ts';

/** One command per mutation of the protocol: the authoritative half of each. */
export const commands = {
  sendMessage: bindCommand(mutations.sendMessage, sendMessage),
  editMessage: bindCommand(mutations.editMessage, editMessage),
  deleteMessage: bindCommand(mutations.deleteMessage, deleteMessage),
  hideMessage: bindCommand(mutations.hideMessage, hideMessage),
  reactToMessage: bindCommand(mutations.reactToMessage, reactToMessage),
  markSeen: bindCommand(mutations.markSeen, markSeen),
  requestFriend: bindCommand(mutations.requestFriend, requestFriend),
  acceptFriend: bindCommand(mutations.acceptFriend, acceptFriend),
  rejectFriend: bindCommand(mutations.rejectFriend, rejectFriend),
  updateProfile: bindCommand(mutations.updateProfile, updateProfile),
  updateSettings: bindCommand(mutations.updateSettings, updateSettings),
} satisfies Record<MutationName, BoundCommand>;
