import { type MutationName, newId, newUntimedId, privateChatId } from '../../protocol/index.ts';
import type { Cast, Kind, Thing, Things } from './mutation-cast.ts';

/** Who runs the command: the own id and code, and what is the actor's own. */
export type Me = { readonly id: string; readonly own: Things };
/** A place in a mutation's arguments that takes an id of one kind, with everything else in order. */
export type Slot = { readonly kind: Kind; readonly args: (thing: Thing, me: Me, cast: Cast) => unknown };

const slot = (kind: Kind, args: Slot['args']): Slot => ({ kind, args });
const idOf = (things: Things, name: string): string => {
  const thing = things[name];
  if (thing === undefined) throw new Error(`Nothing is called ${name}.`);
  return thing.id;
};

const writtenAt = '2026-03-01T08:00:00.000Z';
const content = 'Kumusta?';
const ownChat = ({ own }: Me): string => idOf(own, 'own');
const ownPost = ({ own }: Me): string => idOf(own, 'own post');
const saying = (me: Me) => ({ id: newId(), chatId: ownChat(me), content, writtenAt });

/** A message where it is, and O's in a chat that is said to hold it. */
const aboutMessage = (rest: object) => ({
  messageId: slot('message', ({ id, of }, me) => ({ chatId: of ?? ownChat(me), messageId: id, ...rest })),
  "chatId, O's": slot('chat', ({ id }, _me, { things }) => ({
    ...{ chatId: id, messageId: idOf(things, "O's, group") },
    ...rest,
  })),
});

const aboutChat = (rest: object = {}) => ({ chatId: slot('chat', ({ id }) => ({ chatId: id, ...rest })) });
const aboutFriendship = { friendshipId: slot('friendship', ({ id }) => ({ friendshipId: id })) };
const aboutMember = (rest: object = {}) => ({
  chatId: slot('chat', ({ id }, _me, { people }) => ({ chatId: id, userId: people.M.id, ...rest })),
  'userId, own chat': slot('user', ({ id }, me) => ({ chatId: ownChat(me), userId: id, ...rest })),
});
const aboutPost = (name: 'id' | 'postId', rest: object = {}) => ({
  [name]: slot('post', ({ id }) => ({ [name]: id, ...rest })),
});
const aboutComment = (rest: object) => ({
  id: slot('comment', ({ id, of }, me) => ({ id, postId: of ?? ownPost(me), ...rest })),
  'id, own post': slot('comment', ({ id }, me) => ({ id, postId: ownPost(me), ...rest })),
  "postId, O's": slot('post', ({ id }, _me, { things }) => ({
    ...{ id: idOf(things, "O's comment"), postId: id },
    ...rest,
  })),
});
const reporting = (kind: string, of: Kind) =>
  slot(of, ({ id }) => ({ id: newId(), kind, targetId: id, reason: 'spam' }));

/** For each mutation, every place that takes an id; the compiler asks for those of a new one. */
export const slots: Readonly<Record<MutationName, Readonly<Record<string, Slot>>>> = {
  sendMessage: {
    chatId: slot('chat', ({ id }) => ({ id: newId(), chatId: id, content, writtenAt })),
    recipientId: slot('user', ({ id }, me) => ({
      ...{ id: newId(), chatId: privateChatId(me.id, id), recipientId: id },
      ...{ content, writtenAt },
    })),
    'recipientId, own chat': slot('user', ({ id }, me) => ({ ...saying(me), recipientId: id })),
    'chatId, to O': slot('chat', ({ id }, _me, { people }) => ({
      ...{ id: newId(), chatId: id, recipientId: people.O.id },
      ...{ content, writtenAt },
    })),
    id: slot('message', ({ id }, me) => ({ ...saying(me), id })),
    replyToId: slot('message', ({ id }, me) => ({ ...saying(me), replyToId: id })),
    images: slot('file', ({ id }, me) => ({ ...saying(me), images: [id] })),
    files: slot('file', ({ id }, me) => ({ ...saying(me), files: [id] })),
    video: slot('file', ({ id }, me) => ({ ...saying(me), video: id })),
    mentions: slot('user', ({ id }, me) => ({ ...saying(me), mentions: [id] })),
  },
  editMessage: {
    ...aboutMessage({ content: 'Iba na' }),
    'messageId, own chat': slot('message', ({ id }, me) => ({
      ...{ chatId: ownChat(me), messageId: id, content: 'Iba na' },
    })),
    mentions: slot('user', ({ id }, me) => ({
      ...{ chatId: ownChat(me), messageId: idOf(me.own, 'own, own chat'), content: 'Iba na' },
      mentions: [id],
    })),
  },
  deleteMessage: aboutMessage({}),
  hideMessage: aboutMessage({ hidden: true }),
  withdrawFile: {
    ...aboutMessage({ fileId: newId() }),
    fileId: slot('file', ({ id }, me) => ({
      ...{ chatId: ownChat(me), messageId: idOf(me.own, 'own, own chat'), fileId: id },
    })),
  },
  reactToMessage: aboutMessage({ emoji: '👍' }),
  markListened: aboutMessage({}),
  pinMessage: aboutMessage({ isPinned: true }),
  starMessage: aboutMessage({ isStarred: true }),
  markSeen: aboutChat({ seq: 1 }),
  markScreenSeen: { url: slot('report', ({ id }) => ({ url: `/posts/${id}`, until: writtenAt })) },
  requestFriend: {
    requesterId: slot('user', ({ id }, _me, { people }) => ({
      ...{ uniqueCode: people.Y.uniqueCode, requesterId: id },
    })),
    uniqueCode: slot('user', ({ id }, _me, { people }) => ({
      uniqueCode: Object.values(people).find((person) => person.id === id)?.uniqueCode ?? '0000000000000',
    })),
  },
  acceptFriend: aboutFriendship,
  rejectFriend: aboutFriendship,
  cancelRequest: aboutFriendship,
  unfriend: aboutFriendship,
  updateProfile: {
    userId: slot('user', ({ id }) => ({ userId: id, firstName: 'Bago' })),
    avatarId: slot('file', ({ id }, me) => ({ userId: me.id, avatarId: id })),
  },
  updateSettings: { none: slot('report', () => ({ hidePreviews: true })) },
  createPost: {
    id: slot('post', ({ id }) => ({ id, content })),
    images: slot('file', ({ id }) => ({ id: newId(), content, images: [id] })),
    'images, anonymous': slot('file', ({ id }) => ({
      ...{ id: newUntimedId(), content, images: [id], anonymous: true },
    })),
    video: slot('file', ({ id }) => ({ id: newId(), content, video: id })),
  },
  updatePost: {
    id: slot('post', ({ id }) => ({ id, content: 'Iba na' })),
    images: slot('file', ({ id }, me) => ({ id: ownPost(me), content, images: [id] })),
    video: slot('file', ({ id }, me) => ({ id: ownPost(me), content, video: id })),
    expectedMedia: slot('file', ({ id }, me) => ({
      ...{ id: ownPost(me), content, images: [], expectedMedia: [id] },
    })),
  },
  deletePost: aboutPost('id', { soft: true }),
  restorePost: aboutPost('id'),
  setLike: aboutPost('postId', { liked: true }),
  hidePost: aboutPost('postId', { hidden: true }),
  createComment: {
    postId: slot('post', ({ id }) => ({ id: newUntimedId(), postId: id, content })),
    id: slot('comment', ({ id }, me) => ({ id, postId: ownPost(me), content })),
    parentId: slot('comment', ({ id }, me) => ({
      ...{ id: newId(), postId: ownPost(me), parentId: id, content },
    })),
  },
  updateComment: aboutComment({ content: 'Iba na' }),
  deleteComment: aboutComment({}),
  setBlock: { userId: slot('user', ({ id }) => ({ userId: id, blocked: true })) },
  muteAuthor: { userId: slot('user', ({ id }) => ({ userId: id, muted: true })) },
  createChat: {
    'id, PUBLIC': slot('chat', ({ id }) => ({ id, type: 'PUBLIC', name: 'Akin' })),
    'id, PRIVATE': slot('chat', ({ id }, _me, { people }) => ({
      ...{ id, type: 'PRIVATE', users: [people.O.id] },
    })),
    'users, PRIVATE': slot('user', ({ id }, me) => ({
      ...{ id: privateChatId(me.id, id), type: 'PRIVATE', users: [id] },
    })),
    'users, PUBLIC': slot('user', ({ id }) => ({ id: newId(), type: 'PUBLIC', name: 'Akin', users: [id] })),
  },
  updateChat: {
    ...aboutChat({ name: 'Bago' }),
    avatarId: slot('file', ({ id }, me) => ({ chatId: ownChat(me), avatarId: id })),
  },
  addMember: {
    ...aboutMember(),
    "userId, O's group": slot('user', ({ id }, _me, { things }) => ({
      chatId: idOf(things, "O's group"),
      userId: id,
    })),
  },
  removeMember: aboutMember(),
  setMemberRole: aboutMember({ role: 'ADMIN' }),
  joinChat: aboutChat(),
  declineInvitation: aboutChat(),
  leaveChat: {
    ...aboutChat(),
    successorId: slot('user', ({ id }, me) => ({ chatId: ownChat(me), successorId: id })),
  },
  setChatPreferences: aboutChat({ isMuted: true }),
  setChatPin: aboutChat({ rank: 'a0' }),
  clearChat: aboutChat({ seq: 1 }),
  deleteChat: aboutChat(),
  answerMessageRequest: aboutChat({ isAccepted: true }),
  reportThing: {
    id: slot('report', ({ id }, _me, { people }) => ({
      ...{ id, kind: 'person', targetId: people.Y.id, reason: 'spam' },
    })),
    'snapshot.authorId': slot('user', ({ id }, _me, { people }) => ({
      ...{ id: newId(), kind: 'person', targetId: people.Y.id, reason: 'spam', snapshot: { authorId: id } },
    })),
    person: reporting('person', 'user'),
    chat: reporting('chat', 'chat'),
    message: reporting('message', 'message'),
    post: reporting('post', 'post'),
    comment: reporting('comment', 'comment'),
    stranger: reporting('stranger', 'free'),
  },
};
