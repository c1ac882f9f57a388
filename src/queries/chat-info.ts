import {
  type ChatRow,
  friendshipId,
  type InvitationRow,
  type MemberRole,
  type MemberRow,
  type MembershipRow,
  memberId,
  type UserRow,
} from '../../protocol/index.ts';
import type { LocalTables } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { fullName, usersById } from './people.ts';
import { useLocalQuery } from './use-local-query.ts';

export type ChatMember = { readonly member: MemberRow; readonly user: UserRow };
export type SentInvitation = { readonly invitation: InvitationRow; readonly user: UserRow };

export type ChatInfo = {
  readonly chat: ChatRow;
  readonly membership: MembershipRow;
  readonly role: MemberRole;
  /** Owner, admins, then the others, each by name. */
  readonly members: readonly ChatMember[];
  /** Whom I have asked and who has not answered. */
  readonly invited: readonly SentInvitation[];
};

const RANK: Record<MemberRole, number> = { OWNER: 0, ADMIN: 1, MEMBER: 2 };

const readInfo = async (db: LocalTables, me: string, code: string): Promise<ChatInfo | null> => {
  const chat = await db.chats.where('uniqueCode').equals(code).first();
  const membership = chat && (await db.memberships.get(memberId(chat.id, me)));
  if (!chat || !membership) return null;
  const [members, invitations] = await Promise.all([
    db.members.where('chatId').equals(chat.id).toArray(),
    db.invitations.where('chatId').equals(chat.id).toArray(),
  ]);
  const sent = invitations.filter(({ inviterId }) => inviterId === me);
  const users = await usersById(
    db,
    [...members, ...sent].map(({ userId }) => userId),
  );
  const known = members.flatMap((member) => {
    const user = users.get(member.userId);
    return user ? [{ member, user }] : [];
  });
  return {
    chat,
    membership,
    role: members.find(({ userId }) => userId === me)?.role ?? 'MEMBER',
    members: known.sort(
      (a, b) => RANK[a.member.role] - RANK[b.member.role] || fullName(a.user).localeCompare(fullName(b.user)),
    ),
    invited: sent.flatMap((invitation) => {
      const user = users.get(invitation.userId);
      return user ? [{ invitation, user }] : [];
    }),
  };
};

/** A GROUP or PUBLIC chat with everybody in it, by its code; `null` when I am not in one that has it. */
export function useChatInfo(code: string): ChatInfo | null | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: `chat info ${code}`,
    stores: ['chats', 'invitations', 'members', 'memberships', 'users'],
    read: (db) => readInfo(db, userId, code),
  });
}

export type Candidate = { readonly user: UserRow; readonly isFriend: boolean };

/** Whom I can bring into a chat without a look-up: friends first, then people from common chats, without those I have blocked. */
export function useCandidates(): readonly Candidate[] | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: 'candidates',
    stores: ['blocks', 'chats', 'friendships', 'members', 'users'],
    read: async (db) => {
      const [blocks, friendships, members, chats] = await Promise.all([
        db.blocks.toArray(),
        db.friendships.toArray(),
        db.members.toArray(),
        db.chats.toArray(),
      ]);
      const approved = new Set(friendships.filter(({ status }) => status === 'APPROVED').map(({ id }) => id));
      // The sender of a message request is not known to me.
      const asked = new Set(chats.filter(({ requestedBy }) => requestedBy !== null).map(({ id }) => id));
      const ids = new Set([
        ...friendships.flatMap(({ requesterId, requesteeId }) => [requesterId, requesteeId]),
        ...members.filter(({ chatId }) => !asked.has(chatId)).map((member) => member.userId),
      ]);
      ids.delete(userId);
      for (const blocked of blocks) ids.delete(blocked.userId);
      const users = await usersById(db, ids);
      return [...users.values()]
        .map((user) => ({ user, isFriend: approved.has(friendshipId(userId, user.id)) }))
        .sort(
          (a, b) =>
            Number(b.isFriend) - Number(a.isFriend) || fullName(a.user).localeCompare(fullName(b.user)),
        );
    },
  });
}
