import { type MemberRole, memberId } from '../../protocol/index.ts';
import type { Draft } from './effect.ts';

/** Rows of people's places in a chat as the server will write them, as far as they are not there. Version 0: no server has seen them. */

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
  place: { chatId: string; userId: string; lastSeq: number },
): void => {
  const { chatId, userId, lastSeq } = place;
  const id = memberId(chatId, userId);
  if (draft.get('memberships', id) !== null) return;
  draft.put('memberships', {
    ...{ id, chatId, userId, seenSeq: lastSeq, ownAfterSeen: 0 },
    ...{ isMuted: false, isArchived: false, clearedSeq: 0, clearedAt: null, isDeclined: false, version: 0 },
  });
};

/** The chat leaves the screen with my place in it; its other rows go when the server takes the scope back. */
export const dropPlace = (draft: Draft, chatId: string, userId: string): void => {
  const id = memberId(chatId, userId);
  if (draft.get('chats', chatId) !== null) draft.delete('chats', chatId);
  if (draft.get('members', id) !== null) draft.delete('members', id);
  if (draft.get('memberships', id) !== null) draft.delete('memberships', id);
};
