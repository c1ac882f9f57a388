import { ProtocolError, userScope } from '../../../protocol/index.ts';
import type { DecideContext } from '../sync/batch/command.ts';
import type { BatchState, Needs } from '../sync/batch/state.ts';
import { isReadable } from './policy.ts';
import { type AuthoredPost, postChange, type StoredPost } from './presenter.ts';

/** What a mutation of a post, or under it, rests on. */
export const needsOfPost = (postId: string, actorId: string): Needs => ({
  posts: [postId],
  people: [actorId],
});

/** A post of the batch; undefined also for a reader who may not know that it exists. */
export const findReadable = (state: BatchState, id: string, readerId: string): AuthoredPost | undefined => {
  const post = state.posts.get(id);
  const author = post && state.people.get(post.creatorId);
  if (!post || !author) return undefined;
  const isBlocked = state.isBlocked(post.creatorId, readerId);
  return isReadable({ post, author }, { readerId, isBlocked }) ? { post, author } : undefined;
};

/** @throws not_found */
export const readablePost = (state: BatchState, id: string, readerId: string): AuthoredPost => {
  const authored = findReadable(state, id, readerId);
  if (!authored) throw new ProtocolError('not_found');
  return authored;
};

/** A post that takes comments and likes: one in the bin does not. @throws not_found */
export const livingPost = (state: BatchState, id: string, readerId: string): AuthoredPost => {
  const authored = readablePost(state, id, readerId);
  if (authored.post.deletedAt !== null) throw new ProtocolError('not_found');
  return authored;
};

/** A post of the actor's own. To others a readable one is forbidden, named or anonymous alike. @throws not_found, forbidden */
export const ownPost = (state: BatchState, id: string, actorId: string): AuthoredPost => {
  const authored = readablePost(state, id, actorId);
  if (authored.post.creatorId !== actorId) throw new ProtocolError('forbidden');
  return authored;
};

/** Changes a post, and logs it for the actor; its author and subscribers are told by the job (jobs/told-posts.ts). */
export const changePost = (
  { state, log, actorId }: DecideContext,
  { post, author }: AuthoredPost,
  fields: Partial<StoredPost>,
): StoredPost => {
  const changed = state.posts.change(post, fields);
  log.put(userScope(actorId), postChange({ post: changed, author }, actorId));
  return changed;
};
