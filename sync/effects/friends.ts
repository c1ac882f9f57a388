import { friendshipId, privateChatId } from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { Draft, Effect } from './effect.ts';
import { ensurePrivateChat, privateChatKeys } from './private-chat.ts';

/** Befriends two people as the server will: the friendship and the chat that comes with it. */
const approve = (
  draft: Draft,
  pair: { id: string; userId: string; otherUserId: string; at: string },
): void => {
  const { id, userId, otherUserId, at } = pair;
  const friendship = draft.get('friendships', id);
  if (friendship?.status !== 'PENDING' || friendship.requesterId !== otherUserId) return;
  draft.put('friendships', { ...friendship, status: 'APPROVED', approvedAt: at });
  ensurePrivateChat(draft, { chatId: privateChatId(userId, otherUserId), userId, otherUserId, at });
};

export const requestFriend: Effect<'requestFriend'> = {
  tables: ['users', 'friendships', 'chats', 'members', 'memberships'],

  async prepare({ uniqueCode }, tx, userId) {
    const [person] = await tx.getAllBy('users', 'uniqueCode', uniqueCode);
    // An unknown code, or our own: only the server can resolve it.
    if (person === undefined || person.id === userId) return { touches: [] };
    return {
      otherUserId: person.id,
      touches: [
        rowKey('friendships', friendshipId(userId, person.id)),
        ...privateChatKeys(privateChatId(userId, person.id), userId, person.id),
      ],
    };
  },

  run(draft, { otherUserId, writtenAt: at }, { userId }) {
    if (otherUserId === null) return;
    const id = friendshipId(userId, otherUserId);
    // Requests that cross approve at once.
    approve(draft, { id, userId, otherUserId, at });
    if (draft.get('friendships', id) !== null) return;
    draft.put('friendships', {
      id,
      requesterId: userId,
      requesteeId: otherUserId,
      status: 'PENDING',
      createdAt: at,
      approvedAt: null,
      version: 0,
    });
  },
};

export const acceptFriend: Effect<'acceptFriend'> = {
  tables: ['friendships', 'chats', 'members', 'memberships'],

  async prepare(args, tx, userId) {
    const friendship = await tx.get('friendships', args.friendshipId);
    const touches = [rowKey('friendships', args.friendshipId)];
    if (friendship === undefined) return { entityKey: args.friendshipId, touches };
    const otherUserId = friendship.requesterId;
    return {
      entityKey: args.friendshipId,
      otherUserId,
      touches: [...touches, ...privateChatKeys(privateChatId(userId, otherUserId), userId, otherUserId)],
    };
  },

  run(draft, { args, otherUserId, writtenAt: at }, { userId }) {
    if (otherUserId === null) return;
    approve(draft, { id: args.friendshipId, userId, otherUserId, at });
  },
};

export const rejectFriend: Effect<'rejectFriend'> = {
  tables: ['friendships'],

  async prepare(args) {
    return { entityKey: args.friendshipId, touches: [rowKey('friendships', args.friendshipId)] };
  },

  run(draft, { args }, { userId }) {
    const friendship = draft.get('friendships', args.friendshipId);
    if (friendship?.status === 'PENDING' && friendship.requesteeId === userId) {
      draft.delete('friendships', args.friendshipId);
    }
  },
};
