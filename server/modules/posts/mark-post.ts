import { and, eq, sql } from 'drizzle-orm';
import { type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { hiddenPosts, likes, posts } from '../../db/schema.ts';
import { notifyOfLike } from '../notifications/notify.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { oneMore } from '../sync/one-more.ts';
import { changePost } from './change-post.ts';
import { lockLivingPost, lockReadablePost } from './policy.ts';
import { hideChange, likeChange } from './presenter.ts';

/**
 * Sets my like of a post, or turns it over when nothing is said. The post's lock makes likes of one post follow one
 * another, so that the counter equals the rows.
 */
export const setLike = async (
  context: CommandContext,
  { postId, liked }: MutationArgs<'setLike'>,
): Promise<CommandResult> => {
  const { tx, log, actorId, now } = context;
  const authored = await lockLivingPost(context, postId);
  const mine = and(eq(likes.postId, postId), eq(likes.userId, actorId));
  const [known] = await tx.select().from(likes).where(mine);
  const isLiked = known !== undefined && known.deletedAt === null;
  const wanted = liked ?? !isLiked;
  if (wanted === isLiked) return { id: postId };
  const state = { likedAt: now, deletedAt: wanted ? null : now };
  const [row] = await tx
    .insert(likes)
    .values({ postId, userId: actorId, ...state })
    .onConflictDoUpdate({
      target: [likes.postId, likes.userId],
      set: { ...state, version: oneMore(likes.version) },
    })
    .returning();
  if (!row) throw new ProtocolError('conflict');
  log.put(userScope(actorId), likeChange(row));
  // With the like comes the count that contains it: one without the other would be counted twice or not at all.
  await changePost(context, authored, {
    likeCount: wanted ? oneMore(posts.likeCount) : sql`${posts.likeCount} - 1`,
  });
  if (wanted) await notifyOfLike(context, { postId, ownerId: authored.post.creatorId });
  return { id: postId };
};

/** Takes a post out of my own sight, or back into it. Nobody else learns of it. */
export const hidePost = async (
  context: CommandContext,
  { postId, hidden }: MutationArgs<'hidePost'>,
): Promise<CommandResult> => {
  const { tx, log, actorId, now } = context;
  await lockReadablePost(context, postId);
  const mine = and(eq(hiddenPosts.postId, postId), eq(hiddenPosts.userId, actorId));
  const [known] = await tx.select().from(hiddenPosts).where(mine);
  if (hidden === (known !== undefined && known.deletedAt === null)) return { id: postId };
  const state = { hiddenAt: now, deletedAt: hidden ? null : now };
  const [row] = await tx
    .insert(hiddenPosts)
    .values({ postId, userId: actorId, ...state })
    .onConflictDoUpdate({
      target: [hiddenPosts.userId, hiddenPosts.postId],
      set: { ...state, version: oneMore(hiddenPosts.version) },
    })
    .returning();
  if (!row) throw new ProtocolError('conflict');
  log.put(userScope(actorId), hideChange(row));
  return { id: postId };
};
