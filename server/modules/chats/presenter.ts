import {
  type Change,
  type ChatItem,
  type ChatRow,
  type InvitationRow,
  type MemberRow,
  type MembershipRow,
  memberId,
  privateChatId,
} from '../../../protocol/index.ts';
import type { chats, invitations, members, memberships } from '../../db/schema.ts';
import { presentMessage, type StoredMessage } from '../messages/presenter.ts';
import { presentUser, type StoredUser } from '../users/presenter.ts';

export type StoredChat = typeof chats.$inferSelect;
export type StoredMember = typeof members.$inferSelect;
export type StoredMembership = typeof memberships.$inferSelect;
export type StoredInvitation = typeof invitations.$inferSelect;

export const presentChat = (row: StoredChat): ChatRow => ({
  id: row.id,
  type: row.type,
  name: row.name,
  uniqueCode: row.uniqueCode,
  avatarId: row.avatarId,
  lastSeq: row.lastSeq,
  lastMessageAt: row.lastMessageAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  requestedBy: row.requestedBy,
  version: row.version,
});

export const presentMember = (row: StoredMember): MemberRow => ({
  id: row.id,
  chatId: row.chatId,
  userId: row.userId,
  role: row.role,
  joinedSeq: row.joinedSeq,
  deliveredSeq: row.deliveredSeq,
  seenSeq: row.seenSeq,
  seenAt: row.seenAt?.toISOString() ?? null,
  seenFrom: row.seenFrom,
  joinedAt: row.joinedAt.toISOString(),
  version: row.version,
});

export const presentMembership = (row: StoredMembership): MembershipRow => ({
  id: row.id,
  chatId: row.chatId,
  userId: row.userId,
  seenSeq: row.seenSeq,
  ownAfterSeen: row.ownAfterSeen,
  isMuted: row.isMuted,
  mutedUntil: row.mutedUntil?.toISOString() ?? null,
  mutesMentions: row.mutesMentions,
  isArchived: row.isArchived,
  pinRank: row.pinRank,
  clearedSeq: row.clearedSeq,
  clearedAt: row.clearedAt?.toISOString() ?? null,
  isDeclined: row.isDeclined,
  version: row.version,
});

export const chatChange = (row: StoredChat): Change => ({
  table: 'chats',
  id: row.id,
  version: row.version,
  row: row.deletedAt ? null : presentChat(row),
});

/** Someone who left a chat is a tombstone in it. */
export const memberChange = (row: StoredMember): Change => ({
  table: 'members',
  id: row.id,
  version: row.version,
  row: row.leftAt ? null : presentMember(row),
});

export const membershipChange = (row: StoredMembership): Change => ({
  table: 'memberships',
  id: row.id,
  version: row.version,
  row: row.leftAt ? null : presentMembership(row),
});

export const presentInvitation = (row: StoredInvitation): InvitationRow => ({
  id: row.id,
  chatId: row.chatId,
  userId: row.userId,
  inviterId: row.inviterId,
  chatType: row.chatType,
  chatName: row.chatName,
  chatCode: row.chatCode,
  chatAvatarId: row.chatAvatarId,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
});

export const invitationChange = (row: StoredInvitation): Change => ({
  table: 'invitations',
  id: row.id,
  version: row.version,
  row: row.deletedAt ? null : presentInvitation(row),
});

const presentPerson = ({ member, user }: { member: StoredMember; user: StoredUser }) => ({
  ...presentMember(member),
  user: presentUser(user),
});

/** A chat with all that a list row needs, as its member sees it. */
export const presentChatItem = (item: {
  chat: StoredChat;
  /** Null: a PUBLIC chat that the reader is not in. */
  membership: StoredMembership | null;
  unseen: number;
  memberCount: number;
  members: { member: StoredMember; user: StoredUser }[];
  lastMessage: StoredMessage | null;
}): ChatItem => ({
  ...presentChat(item.chat),
  persisted: true,
  memberCount: item.memberCount,
  members: item.members.map(presentPerson),
  membership: item.membership && presentMembership(item.membership),
  lastMessage: item.lastMessage && presentMessage(item.lastMessage),
  unseenCount: item.unseen,
});

/** The private chat that a first message would make: nothing of it is stored, its versions are 0. */
export const presentVirtualChat = (viewer: StoredUser, other: StoredUser, now: Date): ChatItem => {
  const id = privateChatId(viewer.id, other.id);
  const people = viewer.id === other.id ? [viewer] : [viewer, other];
  const instant = now.toISOString();
  return {
    ...{ id, type: 'PRIVATE', name: null, uniqueCode: null, avatarId: null, version: 0 },
    ...{ lastSeq: 0, lastMessageAt: null, createdAt: instant, requestedBy: null },
    ...{ persisted: false, memberCount: people.length },
    members: people.map((user) => ({
      ...{ id: memberId(id, user.id), chatId: id, userId: user.id, role: 'MEMBER', version: 0 },
      ...{ joinedSeq: 0, deliveredSeq: 0, seenSeq: 0, joinedAt: instant },
      user: presentUser(user),
    })),
    ...{ membership: null, lastMessage: null, unseenCount: 0 },
  };
};
