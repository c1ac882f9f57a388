import {
  isStaleEdit,
  isUntimedId,
  type MutationArgs,
  ProtocolError,
  userScope,
} from '../../../protocol/index.ts';
import { notifyOfComment } from '../notifications/notify.ts';
import { coarseTime } from '../posts/alias.ts';
import { changePost, findReadable, livingPost, needsOfPost } from '../posts/loaded-post.ts';
import type { AuthoredPost, StoredPost } from '../posts/presenter.ts';
import type { BatchedCommand, DecideContext } from '../sync/batch/command.ts';
import type { BatchState } from '../sync/batch/state.ts';
import { livingPerson } from '../users/living-person.ts';
import { commentChange, type StoredComment } from './presenter.ts';

/** Puts a comment under a post, or under a comment of it. A second copy of one's own comment is the same comment. */
export const createComment: BatchedCommand<MutationArgs<'createComment'>> = {
  needs: ({ id, postId, parentId }, actorId) => ({
    ...needsOfPost(postId, actorId),
    comments: parentId === undefined ? [id] : [id, parentId],
  }),
  decide: (context, { id, postId, content, parentId = null }) => {
    const { state, actorId, now, jobs, beforeCommit } = context;
    const authored = livingPost(state, postId, actorId);
    const { creatorId: ownerId, commentCount } = authored.post;
    const known = state.comments.get(id);
    if (known && known.creatorId === actorId && known.postId === postId) return { id };
    if (known) throw new ProtocolError('id_taken');
    const isMasked = isOwnAnonymous(authored.post, actorId);
    if (isMasked && !isUntimedId(id))
      throw new ProtocolError('validation', {
        errors: [{ field: 'id', message: 'Under your anonymous post, an id must tell no time' }],
      });
    const parent = parentId === null ? null : parentOf(state, postId, parentId);
    const comment = state.comments.add({
      ...{ id, postId, creatorId: actorId, parentId, content },
      createdAt: isMasked ? coarseTime(now) : now,
      ...{ editedAt: null, deletedAt: null, version: 1 },
    });
    logComment(context, authored, comment);
    if (parent) tellAnswered(context, authored.post, comment, parent);
    changePost(context, authored, { commentCount: commentCount + 1 });
    const answeredId = parent === null || parent.deletedAt !== null ? null : parent.creatorId;
    beforeCommit(`comment ${id}`, (tx) =>
      notifyOfComment({ tx, jobs, now, actorId }, { id, postId, ownerId }, answeredId),
    );
    return { id };
  },
};

/** Changes the words of one's own comment. */
export const updateComment: BatchedCommand<MutationArgs<'updateComment'>> = {
  needs: ({ id, postId }, actorId) => ({ ...needsOfPost(postId, actorId), comments: [id] }),
  decide: (context, { id, postId, content, expectedContent }) => {
    const { state, actorId, now } = context;
    const authored = livingPost(state, postId, actorId);
    const known = commentOf(state, postId, id);
    if (!known || known.deletedAt !== null) throw new ProtocolError('not_found');
    if (known.creatorId !== actorId) throw new ProtocolError('forbidden');
    if (isStaleEdit(known.content, { content, expectedContent })) throw new ProtocolError('conflict');
    const editedAt = isOwnAnonymous(authored.post, actorId) ? coarseTime(now) : now;
    logComment(context, authored, state.comments.change(known, { content, editedAt }));
    // The post's version tells those who watch it that something under it has changed.
    changePost(context, authored, {});
    return { id };
  },
};

/** Deletes a comment: by its author, or by the author of the post. A deleted one stays deleted. */
export const deleteComment: BatchedCommand<MutationArgs<'deleteComment'>> = {
  needs: ({ id, postId }, actorId) => ({ ...needsOfPost(postId, actorId), comments: [id] }),
  decide: (context, { id, postId }) => {
    const { state, actorId, now } = context;
    const authored = livingPost(state, postId, actorId);
    const { creatorId, commentCount } = authored.post;
    const known = commentOf(state, postId, id);
    if (!known) throw new ProtocolError('not_found');
    if (known.creatorId !== actorId && creatorId !== actorId) throw new ProtocolError('forbidden');
    if (known.deletedAt !== null) return { id };
    logComment(context, authored, state.comments.change(known, { content: null, deletedAt: now }));
    changePost(context, authored, { commentCount: commentCount - 1 });
    return { id };
  },
};

const isOwnAnonymous = ({ alias, creatorId }: StoredPost, actorId: string): boolean =>
  alias !== null && creatorId === actorId;

const commentOf = (state: BatchState, postId: string, id: string): StoredComment | undefined => {
  const comment = state.comments.get(id);
  return comment?.postId === postId ? comment : undefined;
};

/** The comment that is answered: of the same post. One that was deleted meanwhile keeps its place, and may be answered. */
const parentOf = (state: BatchState, postId: string, id: string): StoredComment => {
  const parent = commentOf(state, postId, id);
  if (parent) return parent;
  throw new ProtocolError('impossible', { errors: [{ field: 'parentId', message: 'Not found' }] });
};

/** For the actor and the author. */
const logComment = (
  { state, log, actorId }: DecideContext,
  { post }: AuthoredPost,
  comment: StoredComment,
): void => {
  const author = livingPerson(state, comment.creatorId);
  if (!author) return;
  for (const reader of new Set([actorId, comment.creatorId])) {
    const isReadable = reader === actorId || findReadable(state, post.id, reader) !== undefined;
    if (isReadable) log.put(userScope(reader), commentChange({ comment, author, post }, reader));
  }
};

/** A reply is logged for the author of the answered comment, where the two and the post are visible to each other. */
const tellAnswered = (
  { state, log, actorId }: DecideContext,
  post: StoredPost,
  comment: StoredComment,
  parent: StoredComment,
): void => {
  const reader = parent.creatorId;
  if (reader === actorId || parent.deletedAt !== null) return;
  if (findReadable(state, post.id, reader) === undefined) return;
  const author = livingPerson(state, actorId);
  if (!author) return;
  if (!isOwnAnonymous(post, actorId) && state.isBlocked(reader, actorId)) return;
  log.put(userScope(reader), commentChange({ comment, author, post }, reader));
};
