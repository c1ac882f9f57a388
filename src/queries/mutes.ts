import { authorMuteId, type UserRow } from '../../protocol/index.ts';
import { useEngine } from '../session/services.tsx';
import { fullName, usersById } from './people.ts';
import { useLocalQuery } from './use-local-query.ts';

/** Everybody whose posts I have muted, by name. */
export function useMutedAuthors(): readonly UserRow[] | undefined {
  return useLocalQuery({
    name: 'muted authors',
    stores: ['authorMutes', 'users'],
    read: async (db) => {
      const mutes = await db.authorMutes.toArray();
      const users = await usersById(
        db,
        mutes.map((row) => row.userId),
      );
      return [...users.values()].sort((a, b) => fullName(a).localeCompare(fullName(b)));
    },
  });
}

/** Whether this person's posts stay out of my feed. */
export function useIsAuthorMuted(personId: string): boolean {
  const { userId } = useEngine();
  const isMuted = useLocalQuery({
    name: `muted author ${personId}`,
    stores: ['authorMutes'],
    read: async (db) => (await db.authorMutes.get(authorMuteId(userId, personId))) !== undefined,
  });
  return isMuted ?? false;
}
