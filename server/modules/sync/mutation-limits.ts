import { isMutationName, type MutationName, mutations } from '../../../protocol/index.ts';
import type { LimitName } from '../../plugins/rate-limits.ts';

/**
 * The bucket of each mutation. REST and push take from the same ones (`runLimited`), once for each mutation and whatever
 * becomes of it. A change costs what it changes would cost to make, because both reach the same people. What only its
 * author notices shares one roomy bucket: an outbox that has filled up over a day drains at once.
 */
export const mutationLimits = {
  sendMessage: 'message',
  editMessage: 'message',
  reactToMessage: 'message',
  markListened: 'ownState',
  pinMessage: 'message',
  createPost: 'post',
  updatePost: 'post',
  restorePost: 'post',
  createComment: 'comment',
  updateComment: 'comment',
  setLike: 'like',
  deleteMessage: 'removal',
  withdrawFile: 'removal',
  deletePost: 'removal',
  deleteComment: 'removal',
  requestFriend: 'friendRequest',
  acceptFriend: 'relationship',
  rejectFriend: 'relationship',
  cancelRequest: 'relationship',
  unfriend: 'relationship',
  setBlock: 'relationship',
  muteAuthor: 'relationship',
  declineInvitation: 'relationship',
  answerMessageRequest: 'relationship',
  createChat: 'group',
  addMember: 'addPeople',
  removeMember: 'groupChange',
  setMemberRole: 'groupChange',
  updateChat: 'groupChange',
  deleteChat: 'groupChange',
  joinChat: 'groupChange',
  leaveChat: 'groupChange',
  reportThing: 'report',
  updateProfile: 'profile',
  updateSettings: 'ownState',
  setChatPreferences: 'ownState',
  setChatPin: 'ownState',
  clearChat: 'ownState',
  hideMessage: 'ownState',
  starMessage: 'ownState',
  hidePost: 'ownState',
  markSeen: 'ownState',
  markScreenSeen: 'ownState',
} as const satisfies Record<MutationName, LimitName>;

export type Charge = { limit: LimitName; count: number };

/** What a mutation takes, from which buckets. What is no mutation costs as well: its refusal is stored. */
export const chargesOf = (name: string, args: unknown): readonly Charge[] => {
  if (!isMutationName(name)) return [{ limit: 'ownState', count: 1 }];
  if (name === 'createChat') return chargesOfNewChat(args);
  return [{ limit: mutationLimits[name], count: 1 }];
};

/** A private chat is there for the asking; a group costs a group and everyone who is brought into it. */
const chargesOfNewChat = (args: unknown): readonly Charge[] => {
  const chat = mutations.createChat.args.safeParse(args).data;
  if (chat?.type === 'PRIVATE') return [{ limit: 'ownState', count: 1 }];
  const made: Charge = { limit: mutationLimits.createChat, count: 1 };
  const people = chat?.users.length ?? 0;
  return people === 0 ? [made] : [made, { limit: mutationLimits.addMember, count: people }];
};
