import { friendshipId, memberId, privateChatId } from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { RowKey } from '../storage/rows.ts';
import type { ReadTransaction } from '../storage/storage.ts';
import type { Effect } from './effect.ts';
import { dropMembership, putMember, putMembership } from './membership-rows.ts';
import { touchPlace } from './own-place.ts';
import { ensurePrivateChat, privateChatKeys } from './private-chat.ts';

/** Everything that may come of bringing somebody into a chat: friends are added, others invited. */
const entryKeys = (chatId: string, userId: string, otherId: string): RowKey[] => [
  rowKey('members', memberId(chatId, otherId)),
  rowKey('invitations', memberId(chatId, otherId)),
  rowKey('friendships', friendshipId(userId, otherId)),
];

const needChat = ({ chatId }: { chatId: string }): RowKey[] => [rowKey('chats', chatId)];

export const createChat: Effect<'createChat'> = {
  tables: ['chats', 'members', 'memberships', 'invitations', 'friendships'],
  // A pair has one chat, created by either side: it may exist already.
  creates: ({ id, type }) => (type === 'PRIVATE' ? [] : [rowKey('chats', id)]),
  async prepare({ id, type, users }, _tx, userId) {
    const [otherId] = users;
    if (type === 'PRIVATE' && otherId !== undefined)
      return {
        entityKey: id,
        chatId: id,
        otherUserId: otherId,
        touches: [
          rowKey('friendships', friendshipId(userId, otherId)),
          ...privateChatKeys(privateChatId(userId, otherId), userId, otherId),
        ],
      };
    return {
      entityKey: id,
      chatId: id,
      touches: [
        rowKey('chats', id),
        rowKey('members', memberId(id, userId)),
        rowKey('memberships', memberId(id, userId)),
        ...users.filter((user) => user !== userId).flatMap((user) => entryKeys(id, userId, user)),
      ],
    };
  },
  run(draft, { args, writtenAt: at }, { userId }) {
    const { id, type, name, uniqueCode, users } = args;
    const isFriend = (user: string): boolean =>
      draft.get('friendships', friendshipId(userId, user))?.status === 'APPROVED';
    if (type === 'PRIVATE') {
      const [otherUserId] = users;
      if (otherUserId !== undefined && isFriend(otherUserId))
        ensurePrivateChat(draft, { chatId: id, userId, otherUserId, at });
      return;
    }
    if (draft.get('chats', id) !== null || name === undefined) return;
    draft.put('chats', {
      ...{ id, type, name, uniqueCode: uniqueCode ?? null, avatarId: null },
      ...{ lastSeq: 0, lastMessageAt: at, createdAt: at, requestedBy: null, version: 0 },
    });
    const place = { chatId: id, lastSeq: 0, joinedSeq: 0, at };
    putMember(draft, { ...place, userId, role: 'OWNER' });
    putMembership(draft, { ...place, userId });
    for (const user of users) {
      if (user === userId) continue;
      if (isFriend(user)) putMember(draft, { ...place, userId: user, role: 'MEMBER' });
      else
        draft.put('invitations', {
          ...{ id: memberId(id, user), chatId: id, userId: user, inviterId: userId },
          ...{ chatType: type, chatName: name, chatCode: uniqueCode ?? '', chatAvatarId: null },
          ...{ createdAt: at, version: 0 },
        });
    }
  },
};

export const updateChat: Effect<'updateChat'> = {
  tables: ['chats'],
  needs: needChat,
  files: ({ avatarId }) => ({ ids: avatarId == null ? [] : [avatarId], wait: true }),
  async prepare({ chatId }) {
    return { chatId, touches: [rowKey('chats', chatId)] };
  },
  run(draft, { args }) {
    const chat = draft.get('chats', args.chatId);
    if (chat === null) return;
    const { name = chat.name, avatarId = chat.avatarId } = args;
    if (name !== chat.name || avatarId !== chat.avatarId) draft.put('chats', { ...chat, name, avatarId });
  },
  // A name and a picture are told in a line each.
  coalesce: (earlier, later) =>
    earlier.chatId === later.chatId && (earlier.name === undefined) === (later.name === undefined)
      ? { ...earlier, ...later }
      : null,
};

export const addMember: Effect<'addMember'> = {
  tables: ['chats', 'members', 'invitations', 'friendships'],
  needs: needChat,
  async prepare({ chatId, userId: otherId }, _tx, userId) {
    const touches = [rowKey('chats', chatId), ...entryKeys(chatId, userId, otherId)];
    return { chatId, otherUserId: otherId, touches };
  },
  run(draft, { args, writtenAt: at }, { userId }) {
    const { chatId, userId: otherId } = args;
    const id = memberId(chatId, otherId);
    const chat = draft.get('chats', chatId);
    if (chat === null || chat.name === null || draft.get('members', id) !== null) return;
    if (draft.get('friendships', friendshipId(userId, otherId))?.status === 'APPROVED') {
      draft.delete('invitations', id);
      const joinedSeq = chat.type === 'PUBLIC' ? 0 : chat.lastSeq;
      putMember(draft, { chatId, userId: otherId, role: 'MEMBER', lastSeq: chat.lastSeq, joinedSeq, at });
      return;
    }
    if (draft.get('invitations', id) !== null) return;
    draft.put('invitations', {
      ...{ id, chatId, userId: otherId, inviterId: userId },
      ...{ chatType: chat.type, chatName: chat.name, chatCode: chat.uniqueCode ?? '' },
      ...{ chatAvatarId: chat.avatarId, createdAt: at, version: 0 },
    });
  },
};

export const removeMember: Effect<'removeMember'> = {
  tables: ['members', 'invitations'],
  needs: needChat,
  async prepare({ chatId, userId }) {
    const id = memberId(chatId, userId);
    const touches = [rowKey('members', id), rowKey('invitations', id)];
    return { chatId, otherUserId: userId, touches };
  },
  run(draft, { args }) {
    const id = memberId(args.chatId, args.userId);
    for (const table of ['members', 'invitations'] as const)
      if (draft.get(table, id) !== null) draft.delete(table, id);
  },
};

export const setMemberRole: Effect<'setMemberRole'> = {
  tables: ['members'],
  needs: needChat,
  async prepare({ chatId, userId: otherId }, _tx, userId) {
    const touches = [
      rowKey('members', memberId(chatId, otherId)),
      rowKey('members', memberId(chatId, userId)),
    ];
    return { chatId, otherUserId: otherId, touches };
  },
  run(draft, { args }, { userId }) {
    const { chatId, role } = args;
    const target = draft.get('members', memberId(chatId, args.userId));
    const own = draft.get('members', memberId(chatId, userId));
    if (target === null || own?.role !== 'OWNER' || target.role === role) return;
    draft.put('members', { ...target, role });
    if (role === 'OWNER') draft.put('members', { ...own, role: 'ADMIN' });
  },
};

/** The rows of my own place in a chat, the chat with them. */
const touchOwn = async (chatId: string, tx: ReadTransaction, userId: string): Promise<RowKey[]> => [
  rowKey('chats', chatId),
  rowKey('members', memberId(chatId, userId)),
  ...(await touchPlace(chatId, tx, userId)),
];

export const joinChat: Effect<'joinChat'> = {
  tables: ['chats', 'members', 'memberships', 'invitations'],
  async prepare({ chatId }, tx, userId) {
    const own = await touchOwn(chatId, tx, userId);
    const touches = [...own, rowKey('invitations', memberId(chatId, userId))];
    return { entityKey: chatId, chatId, touches };
  },
  run(draft, { args: { chatId }, writtenAt: at }, { userId }) {
    const id = memberId(chatId, userId);
    const invitation = draft.get('invitations', id);
    if (invitation !== null) draft.delete('invitations', id);
    if (draft.get('memberships', id) !== null) return;
    const known = draft.get('chats', chatId);
    // Of a chat that was only looked at the device holds nothing: it comes with the server's answer.
    if (known === null && invitation === null) return;
    if (known === null && invitation !== null)
      draft.put('chats', {
        ...{ id: chatId, type: invitation.chatType, name: invitation.chatName },
        ...{ uniqueCode: invitation.chatCode, avatarId: invitation.chatAvatarId },
        ...{ lastSeq: 0, lastMessageAt: at, createdAt: at, requestedBy: null, version: 0 },
      });
    const lastSeq = known?.lastSeq ?? 0;
    putMember(draft, { chatId, userId, role: 'MEMBER', lastSeq, joinedSeq: lastSeq, at });
    putMembership(draft, { chatId, userId, lastSeq });
  },
};

export const declineInvitation: Effect<'declineInvitation'> = {
  tables: ['invitations'],
  async prepare({ chatId }, _tx, userId) {
    return { chatId, touches: [rowKey('invitations', memberId(chatId, userId))] };
  },
  run(draft, { args }, { userId }) {
    const id = memberId(args.chatId, userId);
    if (draft.get('invitations', id) !== null) draft.delete('invitations', id);
  },
};

export const leaveChat: Effect<'leaveChat'> = {
  tables: ['chats', 'members', 'memberships'],
  needs: needChat,
  async prepare({ chatId }, tx, userId) {
    return { entityKey: chatId, chatId, touches: await touchOwn(chatId, tx, userId) };
  },
  run: (draft, { args }, { userId }) => dropMembership(draft, args.chatId, userId),
};

export const deleteChat: Effect<'deleteChat'> = {
  tables: ['chats', 'members', 'memberships'],
  needs: needChat,
  async prepare({ chatId }, tx, userId) {
    return { entityKey: chatId, chatId, touches: await touchOwn(chatId, tx, userId) };
  },
  run: (draft, { args }, { userId }) => dropMembership(draft, args.chatId, userId),
};
