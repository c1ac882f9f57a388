import { postsResponse, userScope } from '../../protocol/index.ts';
import { postChange } from './feed.ts';
import type { ListKind } from './list-kind.ts';

/** A post that somebody came to by its address, whether a feed holds it or not; the key is its id. */
export const post: ListKind<'posts'> = {
  table: 'posts',
  change: postChange,
  isLogged: false,
  scope: (_key, userId) => userScope(userId),
  keysOf: (row) => [row.id],
  position: (row) => `${row.createdAt}|${row.id}`,
  async rows(tx, key) {
    const row = await tx.get('posts', key);
    return row === undefined ? [] : [row];
  },
  isOwn: (row, userId) => row.creatorId === userId,
  path: (key) => `/api/v1/posts?id=${key}&perPage=1`,
  response: postsResponse,
  rowsMax: 200,
};
