import { commentsResponse, userScope } from '../../protocol/index.ts';
import type { ListKind } from './list-kind.ts';

/** The comments of a post; the key is the post's id. One's own come by one's own scope. */
export const comments: ListKind<'comments'> = {
  table: 'comments',
  change: (row) => ({ table: 'comments', id: row.id, version: row.version, row }),
  isLogged: false,
  scope: (_key, userId) => userScope(userId),
  keysOf: (row) => [row.postId],
  position: (row) => `${row.createdAt}|${row.id}`,
  rows: (tx, postId) => tx.getAllBy('comments', 'postId', postId),
  isOwn: (row, userId) => row.creatorId === userId,
  parent: 'posts',
  path: (postId, { before, perPage }) => {
    const place = before === null ? '' : `&before=${encodeURIComponent(before)}`;
    return `/api/v1/posts/${postId}/comments?orderDir=DESC&perPage=${perPage}${place}`;
  },
  response: commentsResponse,
  rowsMax: 5_000,
};
