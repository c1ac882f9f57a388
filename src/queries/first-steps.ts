import { useEngine } from '../session/services.tsx';
import { useLocalQuery } from './use-local-query.ts';

/** What a new member has done so far, as far as the tables of this device tell. */
export type StepsTaken = {
  readonly hasAskedFriend: boolean;
  readonly hasPosted: boolean;
};

export function useStepsTaken(): StepsTaken | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: 'steps taken',
    stores: ['friendships', 'posts'],
    read: async (db): Promise<StepsTaken> => ({
      hasAskedFriend: (await db.friendships.count()) > 0,
      hasPosted: (await db.posts.where('creatorId').equals(userId).count()) > 0,
    }),
  });
}
