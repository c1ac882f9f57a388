import { type FriendLooks, NO_FRIENDS, readFriendLooks } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { useLocalQuery } from './use-local-query.ts';

/** One live query for all names on all screens. */
export function useFriendLooks(): FriendLooks {
  const { userId } = useEngine();
  const looks = useLocalQuery({
    name: 'friend looks',
    stores: ['friendships', 'users'],
    read: (db) => readFriendLooks(db, userId),
  });
  return looks ?? NO_FRIENDS;
}
