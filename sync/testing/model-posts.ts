import { awaitedMedia, isStaleEdit, postMarkId, userScope } from '../../protocol/index.ts';
import { type Command, type CommandContext, refuse } from './model-command.ts';
import type { ModelTransaction } from './model-state.ts';

const findOwn = (tx: ModelTransaction, id: string, actor: string) => {
  const post = tx.get('posts', id) ?? refuse('not_found');
  return post.creatorId === actor ? post : refuse(post.privacy === 'PUBLIC' ? 'forbidden' : 'not_found');
};

const findLiving = (tx: ModelTransaction, id: string, actor: string) => {
  const post = tx.get('posts', id) ?? refuse('not_found');
  const isReadable = post.creatorId === actor || post.privacy === 'PUBLIC';
  return isReadable && post.deletedAt === null ? post : refuse('not_found');
};

/** The counters of a post, logged for the actor and for its author. */
const touch = (
  tx: ModelTransaction,
  post: ReturnType<typeof findLiving>,
  change: { likes?: number; comments?: number },
  actor: string,
): void =>
  tx.put(
    'posts',
    {
      ...post,
      likeCount: post.likeCount + (change.likes ?? 0),
      commentCount: post.commentCount + (change.comments ?? 0),
    },
    ...new Set([userScope(actor), userScope(post.creatorId ?? actor)]),
  );

const createPost: Command<'createPost'> = (tx, args, { actor, at }) => {
  if (tx.isTaken('posts', args.id)) return refuse('id_taken');
  const user = tx.get('users', actor);
  if (user === undefined) return refuse('not_found');
  const anonymous = args.anonymous ?? false;
  tx.put(
    'posts',
    {
      id: args.id,
      creatorId: actor,
      author: anonymous ? { kind: 'anonymous', alias: args.id.slice(0, 8) } : { kind: 'person', user },
      content: args.content,
      images: args.images ?? [],
      alts: args.alts ?? {},
      video: args.video ?? null,
      media: awaitedMedia(args),
      privacy: args.privacy ?? 'PUBLIC',
      anonymous,
      likeCount: 0,
      commentCount: 0,
      createdAt: at,
      editedAt: null,
      deletedAt: null,
    },
    userScope(actor),
  );
};

const updatePost: Command<'updatePost'> = (tx, { id, content, privacy, expectedContent }, { actor, at }) => {
  const post = findOwn(tx, id, actor);
  if (post.deletedAt !== null) return refuse('not_found');
  if (isStaleEdit(post.content, { content, expectedContent })) return refuse('conflict');
  tx.put('posts', { ...post, content, privacy: privacy ?? post.privacy, editedAt: at }, userScope(actor));
};

const deletePost: Command<'deletePost'> = (tx, { id, soft }, { actor, at, state }) => {
  if (tx.get('posts', id) === undefined && state.tombstones.has(`posts:${id}`)) return;
  const post = findOwn(tx, id, actor);
  if (!soft) purge(tx, id, { actor, state });
  else if (post.deletedAt === null) tx.put('posts', { ...post, deletedAt: at }, userScope(actor));
};

/** Its comments go with it, without log entries of their own. */
const purge = (
  tx: ModelTransaction,
  id: string,
  { actor, state }: Pick<CommandContext, 'actor' | 'state'>,
): void => {
  tx.remove('posts', id, userScope(actor));
  for (const { id: commentId, postId } of state.tables.comments.values())
    if (postId === id) tx.remove('comments', commentId);
};

const restorePost: Command<'restorePost'> = (tx, { id }, { actor }) => {
  const post = findOwn(tx, id, actor);
  if (post.deletedAt !== null) tx.put('posts', { ...post, deletedAt: null }, userScope(actor));
};

const setLike: Command<'setLike'> = (tx, { postId, liked }, { actor, at }) => {
  const post = findLiving(tx, postId, actor);
  const id = postMarkId(postId, actor);
  const isLiked = tx.get('likes', id) !== undefined;
  const wanted = liked ?? !isLiked;
  if (wanted === isLiked) return;
  if (wanted) tx.put('likes', { id, postId, userId: actor, likedAt: at }, userScope(actor));
  else tx.remove('likes', id, userScope(actor));
  touch(tx, post, { likes: wanted ? 1 : -1 }, actor);
};

const hidePost: Command<'hidePost'> = (tx, { postId, hidden }, { actor, at }) => {
  findLiving(tx, postId, actor);
  const id = postMarkId(postId, actor);
  const isHidden = tx.get('hiddenPosts', id) !== undefined;
  if (hidden && !isHidden)
    tx.put('hiddenPosts', { id, postId, userId: actor, hiddenAt: at }, userScope(actor));
  if (!hidden && isHidden) tx.remove('hiddenPosts', id, userScope(actor));
};

const createComment: Command<'createComment'> = (tx, args, { actor, at }) => {
  const { id, postId, content, parentId = null } = args;
  const post = findLiving(tx, postId, actor);
  if (tx.isTaken('comments', id)) return refuse('id_taken');
  const user = tx.get('users', actor);
  if (user === undefined) return refuse('not_found');
  tx.put(
    'comments',
    {
      id,
      postId,
      parentId,
      creatorId: actor,
      author: { kind: 'person', user },
      content,
      createdAt: at,
      editedAt: null,
      deletedAt: null,
    },
    userScope(actor),
  );
  touch(tx, post, { comments: 1 }, actor);
};

const findComment = (tx: ModelTransaction, id: string, postId: string) => {
  const comment = tx.get('comments', id);
  return comment?.postId === postId ? comment : refuse('not_found');
};

const updateComment: Command<'updateComment'> = (
  tx,
  { id, postId, content, expectedContent },
  { actor, at },
) => {
  const post = findLiving(tx, postId, actor);
  const comment = findComment(tx, id, postId);
  if (comment.deletedAt !== null) return refuse('not_found');
  if (comment.creatorId !== actor) return refuse('forbidden');
  if (isStaleEdit(comment.content, { content, expectedContent })) return refuse('conflict');
  tx.put('comments', { ...comment, content, editedAt: at }, userScope(actor));
  touch(tx, post, {}, actor);
};

const deleteComment: Command<'deleteComment'> = (tx, { id, postId }, { actor, at }) => {
  const post = findLiving(tx, postId, actor);
  const comment = findComment(tx, id, postId);
  if (comment.creatorId !== actor && post.creatorId !== actor) return refuse('forbidden');
  if (comment.deletedAt !== null) return;
  const readers = new Set([userScope(actor), userScope(comment.creatorId ?? actor)]);
  tx.put('comments', { ...comment, author: null, content: null, deletedAt: at }, ...readers);
  touch(tx, post, { comments: -1 }, actor);
};

/** The posts' half of the model's commands. */
export const postCommands = {
  createPost,
  updatePost,
  deletePost,
  restorePost,
  setLike,
  hidePost,
  createComment,
  updateComment,
  deleteComment,
};
