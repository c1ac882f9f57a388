import { and, eq, isNull } from 'drizzle-orm';
import { type MutationArgs, userScope } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { comments, hiddenPosts, likes, posts, users } from '../../db/schema.ts';
import { detachFiles } from '../files/attach-files.ts';
import { type BatchedCommand, NeedsPreparation } from '../sync/batch/command.ts';
import type { CommandContext } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { changePost, needsOfPost, ownPost } from './loaded-post.ts';
import { postChange, type StoredPost } from './presenter.ts';

/** Puts a post into its author's bin, or purges it. What is deleted already stays so. */
export const deletePost: BatchedCommand<MutationArgs<'deletePost'>, true> = {
  needs: ({ id }, actorId) => needsOfPost(id, actorId),
  decide: (context, { id, soft = false }, prepared) => {
    const { state, actorId, now } = context;
    const known = state.posts.get(id);
    if (known?.creatorId === actorId && known.purgedAt !== null) return { id };
    const own = ownPost(state, id, actorId);
    if (!soft && !prepared) throw new NeedsPreparation();
    if (own.post.deletedAt === null) changePost(context, own, { deletedAt: now });
    return { id };
  },
  prepare: async (context, { id, soft = false }) => {
    if (!soft) await purgeOwnPost(context, id);
    return true;
  },
};

/** Purges a post if it is the actor's own; one that is purged already stays so. */
export const purgeOwnPost = async (
  { tx, log, actorId, now }: Pick<CommandContext, 'tx' | 'log' | 'actorId' | 'now'>,
  id: string,
): Promise<void> => {
  const [own] = await tx
    .select({ author: users })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.creatorId))
    .where(and(eq(posts.id, id), eq(posts.creatorId, actorId), isNull(posts.purgedAt)))
    .for('no key update', { of: posts });
  const gone = own && (await purgeRows(tx, id, now));
  if (gone) log.put(userScope(actorId), postChange({ post: gone, author: own.author }, actorId));
};

/** Takes a post out of the bin again, as it was. */
export const restorePost: BatchedCommand<MutationArgs<'restorePost'>> = {
  needs: ({ id }, actorId) => needsOfPost(id, actorId),
  decide: (context, { id }) => {
    const own = ownPost(context.state, id, context.actorId);
    if (own.post.deletedAt !== null) changePost(context, own, { deletedAt: null });
    return { id };
  },
};

/**
 * Words, media and likes go; of the post and its comments only tombstones stay: an id that became free again could be
 * taken by anybody, and its versions would begin anew. The caller holds the post's lock.
 */
export const purgeRows = async (tx: Transaction, id: string, now: Date): Promise<StoredPost | undefined> => {
  await tx.delete(likes).where(eq(likes.postId, id));
  await tx.delete(hiddenPosts).where(eq(hiddenPosts.postId, id));
  await tx
    .update(comments)
    .set({ content: null, deletedAt: now, version: increment(comments.version) })
    .where(and(eq(comments.postId, id), isNull(comments.deletedAt)));
  // They cannot be read any more; the sweep removes the bytes.
  await detachFiles(tx, { kind: 'post', targetId: id });
  const [gone] = await tx
    .update(posts)
    .set({
      content: '',
      images: [],
      alts: {},
      video: null,
      media: [],
      likeCount: 0,
      commentCount: 0,
      editedAt: null,
      deletedAt: now,
      purgedAt: now,
      version: increment(posts.version),
    })
    .where(eq(posts.id, id))
    .returning();
  return gone;
};
