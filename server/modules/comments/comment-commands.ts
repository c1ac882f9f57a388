import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  isStaleEdit,
  isUntimedId,
  type MutationArgs,
  ProtocolError,
  userScope,
} from '../../../protocol/index.ts';
import { comments, posts } from '../../db/schema.ts';
import { findPerson, findRelation } from '../friends/relation.ts';
import { notifyOfComment } from '../notifications/notify.ts';
import { coarseTime } from '../posts/alias.ts';
import { changePost } from '../posts/change-post.ts';
import { findReadablePost, lockLivingPost } from '../posts/policy.ts';
import type { AuthoredPost, StoredPost } from '../posts/presenter.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { commentChange, type StoredComment } from './presenter.ts';

/** Puts a comment under a post, or under a comment of it. A second copy of one's own comment is the same comment. */
export const createComment = async (
  context: CommandContext,
  args: MutationArgs<'createComment'>,
): Promise<CommandResult> => {
  const { tx, actorId, now } = context;
  const { id, postId, content, parentId = null } = args;
  const authored = await lockLivingPost(context, postId);
  if (await isStoredAlready(context, args)) return { id };
  const isMasked = isOwnAnonymous(authored.post, actorId);
  if (isMasked && !isUntimedId(id))
    throw new ProtocolError('validation', {
      errors: [{ field: 'id', message: 'Under your anonymous post, an id must tell no time' }],
    });
  const parent = parentId === null ? null : await findParent(context, postId, parentId);
  const [comment] = await tx
    .insert(comments)
    .values({
      id,
      postId,
      creatorId: actorId,
      parentId,
      content,
      createdAt: isMasked ? coarseTime(now) : now,
    })
    .onConflictDoNothing({ target: comments.id })
    .returning();
  if (!comment) throw new ProtocolError('id_taken');
  await logComment(context, authored, comment);
  if (parent) await tellAnswered(context, authored.post, comment, parent);
  await changePost(context, authored, { commentCount: increment(posts.commentCount) });
  const answeredId = parent === null || parent.deletedAt !== null ? null : parent.creatorId;
  await notifyOfComment(context, { id, postId, ownerId: authored.post.creatorId }, answeredId);
  return { id };
};

/** Changes the words of one's own comment. */
export const updateComment = async (
  context: CommandContext,
  { id, postId, content, expectedContent }: MutationArgs<'updateComment'>,
): Promise<CommandResult> => {
  const { tx, actorId, now } = context;
  const authored = await lockLivingPost(context, postId);
  const known = await findStanding(context, postId, id);
  if (known.creatorId !== actorId) throw new ProtocolError('forbidden');
  if (isStaleEdit(known.content, { content, expectedContent })) throw new ProtocolError('conflict');
  const [comment] = await tx
    .update(comments)
    .set({
      content,
      editedAt: isOwnAnonymous(authored.post, actorId) ? coarseTime(now) : now,
      version: increment(comments.version),
    })
    .where(eq(comments.id, id))
    .returning();
  if (!comment) throw new ProtocolError('not_found');
  await logComment(context, authored, comment);
  // The post's version tells those who watch it that something under it has changed.
  await changePost(context, authored, {});
  return { id };
};

/** Deletes a comment: by its author, or by the author of the post. A deleted one stays deleted. */
export const deleteComment = async (
  context: CommandContext,
  { id, postId }: MutationArgs<'deleteComment'>,
): Promise<CommandResult> => {
  const { tx, actorId, now } = context;
  const authored = await lockLivingPost(context, postId);
  const [known] = await tx
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), eq(comments.postId, postId)));
  if (!known) throw new ProtocolError('not_found');
  if (known.creatorId !== actorId && authored.post.creatorId !== actorId)
    throw new ProtocolError('forbidden');
  if (known.deletedAt !== null) return { id };
  const [comment] = await tx
    .update(comments)
    .set({ content: null, deletedAt: now, version: increment(comments.version) })
    .where(eq(comments.id, id))
    .returning();
  if (!comment) throw new ProtocolError('not_found');
  await logComment(context, authored, comment);
  await changePost(context, authored, { commentCount: sql`${posts.commentCount} - 1` });
  return { id };
};

const isOwnAnonymous = ({ alias, creatorId }: StoredPost, actorId: string): boolean =>
  alias !== null && creatorId === actorId;

const isStoredAlready = async (
  { tx, actorId }: CommandContext,
  { id, postId }: MutationArgs<'createComment'>,
): Promise<boolean> => {
  const [known] = await tx.select().from(comments).where(eq(comments.id, id));
  if (!known) return false;
  if (known.creatorId === actorId && known.postId === postId) return true;
  throw new ProtocolError('id_taken');
};

const findStanding = async ({ tx }: CommandContext, postId: string, id: string): Promise<StoredComment> => {
  const [row] = await tx
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), eq(comments.postId, postId), isNull(comments.deletedAt)));
  if (!row) throw new ProtocolError('not_found');
  return row;
};

/** The comment that is answered: of the same post. One that was deleted meanwhile keeps its place, and may be answered. */
const findParent = async ({ tx }: CommandContext, postId: string, id: string): Promise<StoredComment> => {
  const [row] = await tx
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), eq(comments.postId, postId)));
  if (row) return row;
  throw new ProtocolError('impossible', { errors: [{ field: 'parentId', message: 'Not found' }] });
};

/** For the actor and the author. */
const logComment = async (
  { tx, log, actorId }: CommandContext,
  { post }: AuthoredPost,
  comment: StoredComment,
): Promise<void> => {
  const author = await findPerson(tx, comment.creatorId);
  if (!author) return;
  for (const reader of new Set([actorId, comment.creatorId])) {
    const isReadable = reader === actorId || (await findReadablePost(tx, reader, post.id)) !== undefined;
    if (isReadable) log.put(userScope(reader), commentChange({ comment, author, post }, reader));
  }
};

/** A reply is logged for the author of the answered comment, where the two and the post are visible to each other. */
const tellAnswered = async (
  { tx, log, actorId }: CommandContext,
  post: StoredPost,
  comment: StoredComment,
  parent: StoredComment,
): Promise<void> => {
  const reader = parent.creatorId;
  if (reader === actorId || parent.deletedAt !== null) return;
  if ((await findReadablePost(tx, reader, post.id)) === undefined) return;
  const author = await findPerson(tx, actorId);
  if (!author) return;
  const isMasked = isOwnAnonymous(post, actorId);
  if (!isMasked && (await findRelation(tx, reader, actorId)).isBlocked) return;
  log.put(userScope(reader), commentChange({ comment, author, post }, reader));
};
