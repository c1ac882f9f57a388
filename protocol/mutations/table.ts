import type { z } from '../zod.ts';
import {
  addMember,
  answerMessageRequest,
  clearChat,
  createChat,
  declineInvitation,
  deleteChat,
  joinChat,
  leaveChat,
  removeMember,
  setChatPin,
  setChatPreferences,
  setMemberRole,
  updateChat,
} from './chats.ts';
import { acceptFriend, rejectFriend, requestFriend } from './friends.ts';
import { markScreenSeen } from './mark-screen-seen.ts';
import { markSeen } from './mark-seen.ts';
import {
  deleteMessage,
  editMessage,
  hideMessage,
  markListened,
  pinMessage,
  reactToMessage,
  starMessage,
  withdrawFile,
} from './message-actions.ts';
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

/** Every mutation there is. The server's commands and the client's effects have exactly these keys. */
export const mutations = {
  sendMessage,
  editMessage,
  deleteMessage,
  hideMessage,
  withdrawFile,
  reactToMessage,
  markListened,
  pinMessage,
  starMessage,
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
} as const;

export type MutationName = keyof typeof mutations;
export type MutationArgs<N extends MutationName> = z.output<(typeof mutations)[N]['args']>;

export const isMutationName = (name: string): name is MutationName => Object.hasOwn(mutations, name);
