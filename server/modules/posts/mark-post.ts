import { type MutationArgs, userScope } from '../../../protocol/index.ts';
import { notifyOfLike } from '../notifications/notify.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import { pairOf } from '../sync/batch/load-posts.ts';
import { changePost, livingPost, needsOfPost, readablePost } from './loaded-post.ts';
import { hideChange, likeChange } from './presenter.ts';

/**
 * Sets my like of a post, or turns it over when nothing is said. The post's lock makes likes of one post follow one
 * another, so that the counter equals the rows.
 */
export const setLike: BatchedCommand<MutationArgs<'setLike'>> = {
  needs: ({ postId }, userId) => ({ ...needsOfPost(postId, userId), likes: [{ postId, userId }] }),
  decide: (context, { postId, liked }) => {
    const { state, log, actorId, now, jobs, beforeCommit } = context;
    const pair = { postId, userId: actorId };
    const authored = livingPost(state, postId, actorId);
    const { likeCount, creatorId } = authored.post;
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
    changePost(context, authored, { likeCount: likeCount + (wanted ? 1 : -1) });
    if (wanted)
      beforeCommit(`like ${pairOf(pair)}`, (tx) =>
        notifyOfLike({ tx, jobs, now, actorId }, { postId, ownerId: creatorId }),
      );
    return { id: postId };
  },
};

/** Hides a post for the actor, or shows it again. Other people are not told. */
export const hidePost: BatchedCommand<MutationArgs<'hidePost'>> = {
  needs: ({ postId }, userId) => ({ ...needsOfPost(postId, userId), hides: [{ postId, userId }] }),
  decide: ({ state, log, actorId, now }, { postId, hidden }) => {
    const pair = { postId, userId: actorId };
    readablePost(state, postId, actorId);
    const known = state.hides.get(pairOf(pair));
    if (hidden === (known !== undefined && known.deletedAt === null)) return { id: postId };
    const fields = { hiddenAt: now, deletedAt: hidden ? null : now };
    const hide = known
      ? state.hides.change(known, fields)
      : state.hides.add({ ...pair, ...fields, version: 1 });
    log.put(userScope(actorId), hideChange(hide));
    return { id: postId };
  },
};
