import { and, eq, isNull } from 'drizzle-orm';
import { type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { comments, hiddenPosts, likes, posts } from '../../db/schema.ts';
import { detachFiles } from '../files/attach-files.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { changePost } from './change-post.ts';
import { lockOwnPost } from './policy.ts';
import { type AuthoredPost, postChange, type StoredPost } from './presenter.ts';

/** Puts a post into its author's bin, or purges it. What is deleted already stays so. */
export const deletePost = async (
  context: CommandContext,
  { id, soft = false }: MutationArgs<'deletePost'>,
): Promise<CommandResult> => {
  if (await isPurgedOwn(context, id)) return { id };
  const own = await lockOwnPost(context, id);
  if (!soft) await purge(context, own);
  else if (own.post.deletedAt === null) await changePost(context, own, { deletedAt: context.now });
  return { id };
};

/** Takes a post out of the bin again, as it was. */
export const restorePost = async (
  context: CommandContext,
  { id }: MutationArgs<'restorePost'>,
): Promise<CommandResult> => {
  const own = await lockOwnPost(context, id);
  if (own.post.deletedAt !== null) await changePost(context, own, { deletedAt: null });
  return { id };
};

const isPurgedOwn = async ({ tx, actorId }: CommandContext, id: string): Promise<boolean> => {
  const [known] = await tx
    .select({ creatorId: posts.creatorId, purgedAt: posts.purgedAt })
    .from(posts)
    .where(eq(posts.id, id));
  return known?.creatorId === actorId && known.purgedAt !== null;
};

const purge = async ({ tx, log, now, actorId }: CommandContext, own: AuthoredPost): Promise<void> => {
  const gone = await purgeRows(tx, own.post.id, now);
  if (!gone) throw new ProtocolError('not_found');
  log.put(userScope(actorId), postChange({ ...own, post: gone }, actorId));
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
