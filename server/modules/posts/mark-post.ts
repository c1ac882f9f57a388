import { and, eq } from 'drizzle-orm';
import { type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { hiddenPosts } from '../../db/schema.ts';
import { notifyOfLike } from '../notifications/notify.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import { pairOf } from '../sync/batch/state.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { lockReadablePost } from './policy.ts';
import { hideChange, likeChange, postChange } from './presenter.ts';

/**
 * Sets my like of a post, or turns it over when nothing is said. The post's lock makes likes of one post follow one
 * another, so that the counter equals the rows.
 */
export const setLike: BatchedCommand<MutationArgs<'setLike'>> = {
  needs: ({ postId }, userId) => ({ posts: [{ postId, userId }] }),
  decide: ({ state, log, actorId, now, jobs, beforeCommit }, { postId, liked }) => {
    const pair = { postId, userId: actorId };
    const post = state.posts.get(postId);
    const author = state.authors.get(pairOf(pair));
    if (!post || !author || post.deletedAt !== null) throw new ProtocolError('not_found');
    const known = state.likes.get(pairOf(pair));
    const isLiked = known !== undefined && known.deletedAt === null;
    const wanted = liked ?? !isLiked;
    if (wanted === isLiked) return { id: postId };
    const fields = { likedAt: now, deletedAt: wanted ? null : now };
    const like = known
      ? state.likes.change(known, fields)
      : state.likes.add({ ...pair, ...fields, version: 1 });
    log.put(userScope(actorId), likeChange(like));
    // With the like comes the count that contains it: one without the other would be counted twice or not at all.
    const counted = state.posts.change(post, { likeCount: post.likeCount + (wanted ? 1 : -1) });
    log.put(userScope(actorId), postChange({ post: counted, author }, actorId));
    if (wanted)
      beforeCommit(`like ${pairOf(pair)}`, (tx) =>
        notifyOfLike({ tx, jobs, now, actorId }, { postId, ownerId: post.creatorId }),
      );
    return { id: postId };
  },
};

/** Hides a post for the actor, or shows it again. Other people are not told. */
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
      set: { ...state, version: increment(hiddenPosts.version) },
    })
    .returning();
  if (!row) throw new ProtocolError('conflict');
  log.put(userScope(actorId), hideChange(row));
  return { id: postId };
};
