import { and, eq, isNull, lt } from 'drizzle-orm';
import { LIMITS, userScope } from '../../protocol/index.ts';
import { type Database, inTransaction } from '../db/database.ts';
import { posts, users } from '../db/schema.ts';
import { purgeRows } from '../modules/posts/delete-post.ts';
import { postChange } from '../modules/posts/presenter.ts';
import type { Clock, Commit } from '../modules/sync/context.ts';
import { LogWriter } from '../modules/sync/log.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Purges posts that have lain in their author's bin for 30 days, each in its own transaction. */
export const emptyBin = async (deps: {
  db: Database;
  clock: Clock;
  publish: (commit: Commit) => void;
}): Promise<void> => {
  const { db, clock, publish } = deps;
  const before = new Date(clock.now().getTime() - LIMITS.binDays * DAY_MS);
  const isDue = and(lt(posts.deletedAt, before), isNull(posts.purgedAt));
  for (let hasMore = true; hasMore; ) {
    const commit = await inTransaction(db, async (tx): Promise<Commit | null> => {
      const [due] = await tx
        .select({ post: posts, author: users })
        .from(posts)
        .innerJoin(users, eq(users.id, posts.creatorId))
        .where(isDue)
        .limit(1)
        .for('update', { of: posts, skipLocked: true });
      const gone = due && (await purgeRows(tx, due.post.id, clock.now()));
      if (!due || !gone) return null;
      const log = new LogWriter(tx, clock.now(), null);
      log.put(userScope(gone.creatorId), postChange({ ...due, post: gone }, gone.creatorId));
      return { entries: await log.flush(), joined: [], left: [], actor: null };
    });
    hasMore = commit !== null;
    if (commit) publish(commit);
  }
};
