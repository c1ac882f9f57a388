import type { PostState } from '../sync/batch/load-posts.ts';
import type { StoredUser } from './presenter.ts';

/** A person of the batch who has an account: what `findPerson` asks the database. */
export const livingPerson = (state: Pick<PostState, 'people'>, userId: string): StoredUser | undefined => {
  const person = state.people.get(userId);
  return person?.deletedAt === null ? person : undefined;
};
