import { isMutationName, type MutationName, mutations, ProtocolError } from '../../../protocol/index.ts';
import { updateChat } from '../chats/change-chat.ts';
import { addMember, removeMember, setMemberRole } from '../chats/change-members.ts';
import { clearChat, setChatPreferences } from '../chats/change-place.ts';
import { createChat } from '../chats/create-chat.ts';
import { declineInvitation, joinChat } from '../chats/join-chat.ts';
import { deleteChat, leaveChat } from '../chats/leave-chat.ts';
import { markSeen } from '../chats/mark-seen.ts';
import { answerMessageRequest } from '../chats/message-request.ts';
import { setChatPin } from '../chats/pin-chat.ts';
import { createComment, deleteComment, updateComment } from '../comments/comment-commands.ts';
import { acceptFriend } from '../friends/accept-friend.ts';
import { cancelRequest, unfriend } from '../friends/end-friendship.ts';
import { muteAuthor } from '../friends/mute-author.ts';
import { rejectFriend } from '../friends/reject-friend.ts';
import { requestFriend } from '../friends/request-friend.ts';
import { setBlock } from '../friends/set-block.ts';
import { deleteMessage } from '../messages/delete-message.ts';
import { editMessage } from '../messages/edit-message.ts';
import { hideMessage } from '../messages/hide-message.ts';
import { markListened } from '../messages/mark-listened.ts';
import { pinMessage } from '../messages/pin-message.ts';
import { reactToMessage } from '../messages/react-to-message.ts';
import { sendMessage } from '../messages/send-message.ts';
import { starMessage } from '../messages/star-message.ts';
import { withdrawFile } from '../messages/withdraw-file.ts';
import { markScreenSeen } from '../notifications/seen.ts';
import { createPost } from '../posts/create-post.ts';
import { deletePost, restorePost } from '../posts/delete-post.ts';
import { hidePost, setLike } from '../posts/mark-post.ts';
import { updatePost } from '../posts/update-post.ts';
import { reportThing } from '../reports/report-thing.ts';
import { updateSettings } from '../settings/update-settings.ts';
import { updateProfile } from '../users/update-profile.ts';
import { type BoundCommand, bindBatched, bindCommand, type Step } from './bind-command.ts';
import type { MutationRequest } from './mutation.ts';

/** One command per mutation of the protocol: the authoritative half of each. */
export const commands = {
  sendMessage: bindBatched(mutations.sendMessage, sendMessage),
  editMessage: bindBatched(mutations.editMessage, editMessage),
  deleteMessage: bindBatched(mutations.deleteMessage, deleteMessage),
  hideMessage: bindBatched(mutations.hideMessage, hideMessage),
  withdrawFile: bindCommand(mutations.withdrawFile, withdrawFile),
  markListened: bindBatched(mutations.markListened, markListened),
  reactToMessage: bindBatched(mutations.reactToMessage, reactToMessage),
  pinMessage: bindBatched(mutations.pinMessage, pinMessage),
  starMessage: bindBatched(mutations.starMessage, starMessage),
  markSeen: bindBatched(mutations.markSeen, markSeen),
  markScreenSeen: bindBatched(mutations.markScreenSeen, markScreenSeen),
  requestFriend: bindCommand(mutations.requestFriend, requestFriend),
  acceptFriend: bindCommand(mutations.acceptFriend, acceptFriend),
  rejectFriend: bindBatched(mutations.rejectFriend, rejectFriend),
  updateProfile: bindBatched(mutations.updateProfile, updateProfile),
  updateSettings: bindBatched(mutations.updateSettings, updateSettings),
  createPost: bindBatched(mutations.createPost, createPost),
  updatePost: bindBatched(mutations.updatePost, updatePost),
  deletePost: bindBatched(mutations.deletePost, deletePost),
  restorePost: bindBatched(mutations.restorePost, restorePost),
  setLike: bindBatched(mutations.setLike, setLike),
  hidePost: bindBatched(mutations.hidePost, hidePost),
  createComment: bindBatched(mutations.createComment, createComment),
  updateComment: bindBatched(mutations.updateComment, updateComment),
  deleteComment: bindBatched(mutations.deleteComment, deleteComment),
  cancelRequest: bindBatched(mutations.cancelRequest, cancelRequest),
  unfriend: bindBatched(mutations.unfriend, unfriend),
  setBlock: bindBatched(mutations.setBlock, setBlock),
  muteAuthor: bindBatched(mutations.muteAuthor, muteAuthor),
  createChat: bindCommand(mutations.createChat, createChat),
  updateChat: bindCommand(mutations.updateChat, updateChat),
  addMember: bindCommand(mutations.addMember, addMember),
  removeMember: bindCommand(mutations.removeMember, removeMember),
  setMemberRole: bindCommand(mutations.setMemberRole, setMemberRole),
  joinChat: bindCommand(mutations.joinChat, joinChat),
  declineInvitation: bindCommand(mutations.declineInvitation, declineInvitation),
  leaveChat: bindCommand(mutations.leaveChat, leaveChat),
  setChatPreferences: bindBatched(mutations.setChatPreferences, setChatPreferences),
  setChatPin: bindBatched(mutations.setChatPin, setChatPin),
  clearChat: bindBatched(mutations.clearChat, clearChat),
  deleteChat: bindCommand(mutations.deleteChat, deleteChat),
  answerMessageRequest: bindBatched(mutations.answerMessageRequest, answerMessageRequest),
  reportThing: bindCommand(mutations.reportThing, reportThing),
} satisfies Record<MutationName, BoundCommand>;

type Named = Pick<MutationRequest, 'name' | 'version' | 'args'>;

/** What a mutation does, or why it cannot be read. */
export const readStep = ({ name, version, args }: Named): Step | ProtocolError => {
  const command = isMutationName(name) ? commands[name] : undefined;
  if (!command?.takes(version))
    return new ProtocolError('validation', { errors: [{ field: 'name', message: 'Unknown mutation' }] });
  try {
    return command.read(args, version);
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
};

/** Whether it is carried out together with others: its command works on loaded rows, or it cannot be read and is refused. */
export const isBatched = (mutation: Named): boolean =>
  (isMutationName(mutation.name) && commands[mutation.name].isBatched) ||
  readStep(mutation) instanceof ProtocolError;
