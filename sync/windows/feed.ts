import { postsResponse, userScope } from '../../protocol/index.ts';
import type { ListKind } from './list-kind.ts';

/** The lists of posts: `all`, and `creator:<id>`. One's own posts come by one's own scope, wherever they are shown. */
export const feed: ListKind<'posts'> = {
  table: 'posts',
  isLogged: false,
  scope: (_key, userId) => userScope(userId),
  keysOf: (row) => (row.creatorId === null ? ['all'] : ['all', `creator:${row.creatorId}`]),
  position: (row) => `${row.createdAt}|${row.id}`,
  async rows(tx, key) {
    const rows = await tx.getAll('posts');
    return key === 'all' ? rows : rows.filter((row) => key === `creator:${row.creatorId}`);
  },
  isOwn: (row, userId) => row.creatorId === userId,
  path: (key, { before, perPage }) => {
    const creator = key.startsWith('creator:') ? `&creatorId=${key.slice('creator:'.length)}` : '';
    const place = before === null ? '' : `&before=${encodeURIComponent(before)}`;
    return `/api/v1/posts?perPage=${perPage}${creator}${place}`;
  },
  response: postsResponse,
  rowsMax: 2_000,
};
