import { createContext, type ReactNode, useContext } from 'react';
import type { UserRow } from '../../../protocol/index.ts';
import { friendLikeOf, lookAlikeOf, NO_FRIENDS } from '../../../sync/index.ts';
import { useFriendLooks } from '../../queries/look-alike.ts';
import { useEngine } from '../../session/services.tsx';

const Friends = createContext(NO_FRIENDS);

/** Lets every name below find out whom it looks like: one query, however many names a screen has. */
export function LookAlikes({ children }: { children: ReactNode }) {
  return <Friends value={useFriendLooks()}>{children}</Friends>;
}

/** The name of my friend that somebody's name only looks like; null: there is none, or it is a friend. */
export function useLookAlike(person: UserRow | undefined): string | null {
  const { userId } = useEngine();
  return lookAlikeOf(person, userId, useContext(Friends));
}

/** The same of a group's name. */
export function useGroupLookAlike(name: string): string | null {
  return friendLikeOf(name, useContext(Friends));
}
