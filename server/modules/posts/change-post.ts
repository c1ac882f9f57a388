import { eq } from 'drizzle-orm';
import { ProtocolError, userScope } from '../../../protocol/index.ts';
import { posts } from '../../db/schema.ts';
import type { CommandContext } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { type AuthoredPost, postChange, type StoredPost } from './presenter.ts';

/** Changes a locked post, and logs it for the actor; its author and subscribers are told by the job (jobs/told-posts.ts). */
export const changePost = async (
  { tx, log, actorId }: CommandContext,
  { post, author }: AuthoredPost,
  values: Partial<Omit<typeof posts.$inferInsert, 'likeCount' | 'commentCount'>> & {
    commentCount?: ReturnType<typeof increment>;
  },
): Promise<StoredPost> => {
  const [changed] = await tx
    .update(posts)
    .set({ ...values, version: increment(posts.version) })
    .where(eq(posts.id, post.id))
    .returning();
  if (!changed) throw new ProtocolError('not_found');
  log.put(userScope(actorId), postChange({ post: changed, author }, actorId));
  return changed;
};
