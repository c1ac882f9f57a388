import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { userScope } from '../../protocol/index.ts';
import { type Database, inTransaction, type Transaction } from '../db/database.ts';
import { posts, users } from '../db/schema.ts';
import { type AuthoredPost, postChange } from '../modules/posts/presenter.ts';
import type { Clock, Commit, PostHint } from '../modules/sync/context.ts';
import { LogWriter } from '../modules/sync/log.ts';

const BATCH = 200;

/**
 * Tells of posts that have changed since they were last told of: their authors by their own scopes, and those who have
 * them on the screen by hints. It runs every two seconds, so a post with a hundred likes is told of once. What is untold
 * stands in the database: it survives the process, and each post is told of by one of several.
 */
export const tellPosts = async (deps: {
  db: Database;
  clock: Clock;
  publish: (commit: Commit) => void;
}): Promise<void> => {
  const { db, clock, publish } = deps;
  for (let told = BATCH; told === BATCH; ) {
    const commit = await inTransaction(db, async (tx) => {
      const untold = await lockUntold(tx);
      told = untold.length;
      if (told === 0) return null;
      const log = new LogWriter(tx, clock.now(), null);
      for (const authored of untold) {
        const { post } = authored;
        // A new one was logged for its author when it was made.
        if (post.version > 1) log.put(userScope(post.creatorId), postChange(authored, post.creatorId));
      }
      await tx
        .update(posts)
        .set({ toldVersion: sql`${posts.version}` })
        .where(
          inArray(
            posts.id,
            untold.map(({ post }) => post.id),
          ),
        );
      return {
        entries: await log.flush(),
        joined: [],
        left: [],
        actor: null,
        hints: untold.map(({ post }) => hintOf(post)),
      };
    });
    if (commit) publish(commit);
  }
};

const lockUntold = (tx: Transaction): Promise<AuthoredPost[]> =>
  tx
    .select({ post: posts, author: users })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.creatorId))
    .where(and(lt(posts.toldVersion, posts.version)))
    .orderBy(posts.id)
    .limit(BATCH)
    .for('no key update', { of: posts, skipLocked: true });

/** It says that there is something to ask for, and nothing of what or whose it is. */
const hintOf = ({ id, version, toldVersion, privacy }: AuthoredPost['post']): PostHint => ({
  postId: id,
  version,
  isNew: toldVersion === 0 && privacy === 'PUBLIC',
});
