import {
  altOf,
  awaitedMedia,
  type Media,
  type MutationArgs,
  type PostRow,
  postMarkId,
  type RowOf,
} from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import { isEqualValue } from '../rebase/rows.ts';
import type { Draft, Effect } from './effect.ts';
import { writtenPost } from './written.ts';

type PostId = { id: string };

const needPost = ({ id }: PostId) => [rowKey('posts', id)];

const touchPost = async ({ id }: PostId) => ({ entityKey: id, touches: [rowKey('posts', id)] });

/** Changes a post of mine as it stands, when it stands. */
const changeOwn = (draft: Draft, id: string, userId: string, change: (post: PostRow) => PostRow): void => {
  const post = draft.get('posts', id);
  if (post === null || post.creatorId !== userId) return;
  const changed = change(post);
  if (!isEqualValue(changed, post)) draft.put('posts', changed);
};

/** A post waits for its files: a picture that is still to come would be a hole in a list that many read. */
const filesOf = ({
  images = [],
  video,
}: {
  images?: string[] | undefined;
  video?: string | null | undefined;
}) => ({
  ids: [...images, ...(video ? [video] : [])],
  wait: true,
});

export const createPost: Effect<'createPost'> = {
  tables: ['posts'],
  prepare: touchPost,
  creates: ({ id }) => [rowKey('posts', id)],
  files: filesOf,

  run(draft, mutation, { userId }) {
    // The server's row has come before the mutation is settled: it knows more than we do.
    if (draft.get('posts', mutation.args.id) !== null) return;
    draft.put('posts', writtenPost(mutation, userId));
  },
};

/** What an edit leaves of a post: what it does not name stays. */
const edited = (post: PostRow, args: MutationArgs<'updatePost'>): PostRow => {
  const images = args.images ?? post.images;
  const alts = args.alts ?? post.alts;
  const video = args.video === undefined ? post.video : args.video;
  const known = new Map((post.media ?? []).map((one) => [one.id, one]));
  const media = awaitedMedia({ images, video }).map((one): Media => {
    const { alt: _before, ...held } = known.get(one.id) ?? one;
    return { ...held, ...altOf(alts, one.id) };
  });
  return {
    ...post,
    content: args.content,
    images,
    alts,
    video,
    media,
    privacy: args.privacy ?? post.privacy,
  };
};

export const updatePost: Effect<'updatePost'> = {
  tables: ['posts'],
  prepare: touchPost,
  needs: needPost,
  files: filesOf,

  run(draft, { args, writtenAt }, { userId }) {
    changeOwn(draft, args.id, userId, (post) => {
      const next = edited(post, args);
      return isEqualValue(next, post) ? post : { ...next, editedAt: writtenAt };
    });
  },
};

export const deletePost: Effect<'deletePost'> = {
  tables: ['posts'],
  prepare: touchPost,
  needs: needPost,

  run(draft, { args, writtenAt }, { userId }) {
    if (args.soft) {
      changeOwn(draft, args.id, userId, (post) => ({ ...post, deletedAt: post.deletedAt ?? writtenAt }));
    } else if (draft.get('posts', args.id)?.creatorId === userId) draft.delete('posts', args.id);
  },
};

export const restorePost: Effect<'restorePost'> = {
  tables: ['posts'],
  prepare: touchPost,
  needs: needPost,

  run(draft, { args }, { userId }) {
    changeOwn(draft, args.id, userId, (post) => ({ ...post, deletedAt: null }));
  },
};

export const setLike: Effect<'setLike'> = {
  tables: ['posts', 'likes'],
  needs: ({ postId }) => [rowKey('posts', postId)],

  async prepare({ postId }, _tx, userId) {
    const touches = [rowKey('posts', postId), rowKey('likes', postMarkId(postId, userId))];
    return { entityKey: postId, touches };
  },

  run(draft, { args, writtenAt }, { userId }) {
    const { postId } = args;
    const id = postMarkId(postId, userId);
    const isLiked = draft.get('likes', id) !== null;
    const wanted = args.liked ?? !isLiked;
    if (wanted === isLiked) return;
    if (wanted) draft.put('likes', { id, postId, userId, likedAt: writtenAt, version: 0 });
    else draft.delete('likes', id);
    const post = draft.get('posts', postId);
    if (post === null) return;
    draft.put('posts', { ...post, likeCount: Math.max(0, post.likeCount + (wanted ? 1 : -1)) });
  },

  // The last wish is the only one that counts; a toggle has none of its own.
  coalesce: (earlier, later) => (earlier.postId === later.postId && later.liked !== undefined ? later : null),
};

export const hidePost: Effect<'hidePost'> = {
  tables: ['hiddenPosts'],
  needs: ({ postId }) => [rowKey('posts', postId)],

  async prepare({ postId }, _tx, userId) {
    return { entityKey: postId, touches: [rowKey('hiddenPosts', postMarkId(postId, userId))] };
  },

  run(draft, { args, writtenAt }, { userId }) {
    const { postId, hidden } = args;
    const id = postMarkId(postId, userId);
    const isHidden = draft.get('hiddenPosts', id) !== null;
    if (hidden && !isHidden)
      draft.put('hiddenPosts', { id, postId, userId, hiddenAt: writtenAt, version: 0 });
    if (!hidden && isHidden) draft.delete('hiddenPosts', id);
  },

  coalesce: (earlier, later) => (earlier.postId === later.postId ? later : null),
};

type CommentIds = { id: string; postId: string };

const touchComment = async ({ id, postId }: CommentIds) => ({
  entityKey: id,
  touches: [rowKey('comments', id), rowKey('posts', postId)],
});

const countComment = (draft: Draft, postId: string, by: 1 | -1): void => {
  const post = draft.get('posts', postId);
  if (post !== null) draft.put('posts', { ...post, commentCount: Math.max(0, post.commentCount + by) });
};

export const createComment: Effect<'createComment'> = {
  tables: ['comments', 'posts'],
  prepare: touchComment,
  creates: ({ id }) => [rowKey('comments', id)],
  needs: ({ postId, parentId }) => [
    rowKey('posts', postId),
    ...(parentId == null ? [] : [rowKey('comments', parentId)]),
  ],

  run(draft, { args, writtenAt }, { userId }) {
    const { id, postId, content, parentId = null } = args;
    if (draft.get('comments', id) !== null) return;
    const comment: RowOf<'comments'> = {
      id,
      postId,
      parentId,
      creatorId: userId,
      author: { kind: 'self' },
      content,
      createdAt: writtenAt,
      editedAt: null,
      deletedAt: null,
      version: 0,
    };
    draft.put('comments', comment);
    countComment(draft, postId, 1);
  },
};

export const updateComment: Effect<'updateComment'> = {
  tables: ['comments', 'posts'],
  prepare: touchComment,
  needs: ({ id }) => [rowKey('comments', id)],

  run(draft, { args, writtenAt }, { userId }) {
    const comment = draft.get('comments', args.id);
    const isMine = comment?.creatorId === userId && comment.deletedAt === null;
    if (!isMine || comment.content === args.content) return;
    draft.put('comments', { ...comment, content: args.content, editedAt: writtenAt });
  },
};

export const deleteComment: Effect<'deleteComment'> = {
  tables: ['comments', 'posts'],
  prepare: touchComment,
  needs: ({ id }) => [rowKey('comments', id)],

  run(draft, { args, writtenAt }) {
    const comment = draft.get('comments', args.id);
    if (comment === null || comment.deletedAt !== null) return;
    draft.put('comments', { ...comment, author: null, content: null, deletedAt: writtenAt });
    countComment(draft, args.postId, -1);
  },
};
