import { memberId } from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { RowKey } from '../storage/rows.ts';
import type { Draft } from './effect.ts';

/** The rows of a private chat that may not exist yet. */
export const privateChatKeys = (chatId: string, userId: string, otherUserId: string): RowKey[] => [
  rowKey('chats', chatId),
  rowKey('members', memberId(chatId, userId)),
  rowKey('members', memberId(chatId, otherUserId)),
  rowKey('memberships', memberId(chatId, userId)),
];

/** Makes the private chat of two people as the server will, as far as its rows are not there. Version 0 says that no server has seen them. */
export const ensurePrivateChat = (
  draft: Draft,
  chat: { chatId: string; userId: string; otherUserId: string; at: string },
): void => {
  const { chatId, userId, otherUserId, at } = chat;
  if (draft.get('chats', chatId) === null) {
    draft.put('chats', {
      id: chatId,
      type: 'PRIVATE',
      name: null,
      uniqueCode: null,
      avatarId: null,
      lastSeq: 0,
      lastMessageAt: at,
      createdAt: at,
      version: 0,
    });
  }
  for (const member of [userId, otherUserId]) {
    const id = memberId(chatId, member);
    if (draft.get('members', id) !== null) continue;
    draft.put('members', {
      id,
      chatId,
      userId: member,
      role: 'MEMBER',
      joinedSeq: 0,
      deliveredSeq: 0,
      seenSeq: 0,
      joinedAt: at,
      version: 0,
    });
  }
  const id = memberId(chatId, userId);
  if (draft.get('memberships', id) !== null) return;
  draft.put('memberships', {
    id,
    chatId,
    userId,
    seenSeq: 0,
    ownAfterSeen: 0,
    isMuted: false,
    isArchived: false,
    version: 0,
  });
};
