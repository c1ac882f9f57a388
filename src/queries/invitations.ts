import type { InvitationRow, UserRow } from '../../protocol/index.ts';
import { useEngine } from '../session/services.tsx';
import { usersById } from './people.ts';
import { useLocalQuery } from './use-local-query.ts';

export type ReceivedInvitation = {
  readonly invitation: InvitationRow;
  readonly inviter: UserRow | undefined;
};

/** Chats that others would have me in, the newest first. */
export function useInvitations(): readonly ReceivedInvitation[] | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: 'invitations',
    stores: ['invitations', 'users'],
    read: async (db) => {
      const received = await db.invitations.where('userId').equals(userId).toArray();
      const users = await usersById(
        db,
        received.map(({ inviterId }) => inviterId),
      );
      return received
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
        .map((invitation) => ({ invitation, inviter: users.get(invitation.inviterId) }));
    },
  });
}
