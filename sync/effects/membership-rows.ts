import { type MemberRole, memberId } from '../../protocol/index.ts';
import type { Draft } from './effect.ts';

/** Membership rows as the server will write them, where they do not exist yet. Version 0: no server has seen them. */

type NewMember = {
  chatId: string;
  userId: string;
  role: MemberRole;
  lastSeq: number;
  joinedSeq: number;
  at: string;
};

export const putMember = (draft: Draft, member: NewMember): void => {
  const { chatId, userId, role, lastSeq, joinedSeq, at } = member;
  const id = memberId(chatId, userId);
  if (draft.get('members', id) !== null) return;
  draft.put('members', {
    ...{ id, chatId, userId, role, joinedSeq },
    ...{ deliveredSeq: lastSeq, seenSeq: lastSeq, joinedAt: at, version: 0 },
  });
};

export const putMembership = (
  draft: Draft,
  membership: { chatId: string; userId: string; lastSeq: number },
): void => {
  const { chatId, userId, lastSeq } = membership;
  const id = memberId(chatId, userId);
  if (draft.get('memberships', id) !== null) return;
  draft.put('memberships', {
    ...{ id, chatId, userId, seenSeq: lastSeq, ownAfterSeen: 0 },
    ...{ isMuted: false, mutedUntil: null, mutesMentions: null, isArchived: false },
    ...{ pinRank: null, clearedSeq: 0, clearedAt: null, isDeclined: false, version: 0 },
  });
};

/** Removes the chat and the own membership; the other rows of the chat go when the server removes its scope. */
export const dropMembership = (draft: Draft, chatId: string, userId: string): void => {
  const id = memberId(chatId, userId);
  if (draft.get('chats', chatId) !== null) draft.delete('chats', chatId);
  if (draft.get('members', id) !== null) draft.delete('members', id);
  if (draft.get('memberships', id) !== null) draft.delete('memberships', id);
};
