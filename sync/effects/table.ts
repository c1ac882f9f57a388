import type { MutationName } from '../../protocol/index.ts';
import {
  addMember,
  createChat,
  declineInvitation,
  deleteChat,
  joinChat,
  leaveChat,
  removeMember,
  setMemberRole,
  updateChat,
} from './chats.ts';
import type { Effect } from './effect.ts';
import { acceptFriend, rejectFriend, requestFriend } from './friends.ts';
import { markScreenSeen } from './mark-screen-seen.ts';
import { markSeen } from './mark-seen.ts';
import { messageActions } from './message-actions.ts';
import { answerMessageRequest, clearChat, setChatPin, setChatPreferences } from './own-place.ts';
import { cancelRequest, muteAuthor, setBlock, unfriend } from './people.ts';
import {
  createComment,
  createPost,
  deleteComment,
  deletePost,
  hidePost,
  restorePost,
  setLike,
  updateComment,
  updatePost,
} from './posts.ts';
import { updateProfile } from './profile.ts';
import { reportThing } from './report.ts';
import { sendMessage } from './send-message.ts';
import { updateSettings } from './settings.ts';

/** One effect for each mutation of the protocol: the type holds the keys equal. */
export const effects: { readonly [N in MutationName]: Effect<N> } = {
  sendMessage,
  ...messageActions,
  markSeen,
  markScreenSeen,
  requestFriend,
  acceptFriend,
  rejectFriend,
  updateProfile,
  updateSettings,
  createPost,
  updatePost,
  deletePost,
  restorePost,
  setLike,
  hidePost,
  createComment,
  updateComment,
  deleteComment,
  cancelRequest,
  unfriend,
  setBlock,
  muteAuthor,
  createChat,
  updateChat,
  addMember,
  removeMember,
  setMemberRole,
  joinChat,
  declineInvitation,
  leaveChat,
  setChatPreferences,
  setChatPin,
  clearChat,
  deleteChat,
  answerMessageRequest,
  reportThing,
};
