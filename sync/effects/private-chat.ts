import { memberId } from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { RowKey } from '../storage/rows.ts';
import type { Draft } from './effect.ts';
import { putMember, putMembership } from './membership-rows.ts';

/** The rows of a private chat that may not exist yet; of a chat with oneself the one place there is. */
export const privateChatKeys = (chatId: string, userId: string, otherUserId: string): RowKey[] => [
  rowKey('chats', chatId),
  ...peopleOf(userId, otherUserId).map((one) => rowKey('members', memberId(chatId, one))),
  rowKey('memberships', memberId(chatId, userId)),
];

const peopleOf = (a: string, b: string): string[] => [...new Set([a, b])];

/** Makes the private chat of two people as the server will, as far as its rows are not there. Version 0 says that no server has seen them. */
export const ensurePrivateChat = (
  draft: Draft,
  chat: { chatId: string; userId: string; otherUserId: string; at: string; requestedBy?: string | null },
): void => {
  const { chatId, userId, otherUserId, at, requestedBy = null } = chat;
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
      requestedBy,
      version: 0,
    });
  }
  for (const member of peopleOf(userId, otherUserId))
    putMember(draft, { chatId, userId: member, role: 'MEMBER', lastSeq: 0, joinedSeq: 0, at });
  putMembership(draft, { chatId, userId, lastSeq: 0 });
};
