import { blockId, type UserRow } from '../../protocol/index.ts';
import { useEngine } from '../session/services.tsx';
import { fullName, usersById } from './people.ts';
import { useLocalQuery } from './use-local-query.ts';

/** Everybody I have blocked and know by name, by name. */
export function useBlockedPeople(): readonly UserRow[] | undefined {
  return useLocalQuery({
    name: 'blocked people',
    stores: ['blocks', 'users'],
    read: async (db) => {
      const blocks = await db.blocks.toArray();
      const users = await usersById(
        db,
        blocks.map((row) => row.userId),
      );
      return [...users.values()].sort((a, b) => fullName(a).localeCompare(fullName(b)));
    },
  });
}

/** Whom I have blocked: they are offered for nothing new. */
export function useBlockedIds(): ReadonlySet<string> {
  const ids = useLocalQuery({
    name: 'blocked ids',
    stores: ['blocks'],
    read: async (db) => new Set((await db.blocks.toArray()).map(({ userId }) => userId)),
  });
  return ids ?? NOBODY;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Whether I have blocked this person. Whether they have blocked me is never told. */
export function useIsBlocked(personId: string): boolean {
  const { userId } = useEngine();
  const isBlocked = useLocalQuery({
    name: `blocked ${personId}`,
    stores: ['blocks'],
    read: async (db) => (await db.blocks.get(blockId(userId, personId))) !== undefined,
  });
  return isBlocked ?? false;
}
