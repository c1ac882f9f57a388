import {
  type Change,
  LIMITS,
  type PostRow,
  postsResponse,
  rowSchemas,
  userScope,
} from '../../protocol/index.ts';
import type { CoverageRow } from '../storage/rows.ts';
import { coverRange, emptyCoverage, isBefore } from './coverage.ts';
import type { ListKind } from './list-kind.ts';

/** The key of somebody's own list. */
export const postsBy = (creatorId: string): string => `creator:${creatorId}`;

/** A page says more of a post than its row holds: whether the member likes it. */
export const postChange = (post: PostRow): Change => {
  const row = rowSchemas.posts.parse(post);
  return { table: 'posts', id: row.id, version: row.version, row };
};

/** The lists of posts: `all`, and `creator:<id>`. One's own posts come by one's own scope, wherever they are shown. */
export const feed: ListKind<'posts'> = {
  table: 'posts',
  change: postChange,
  isLogged: false,
  scope: (_key, userId) => userScope(userId),
  keysOf: (row) => (row.creatorId === null ? ['all'] : ['all', postsBy(row.creatorId)]),
  position: (row) => `${row.createdAt}|${row.id}`,
  async rows(tx, key) {
    const rows = await tx.getAll('posts');
    return key === 'all'
      ? rows
      : rows.filter((row) => row.creatorId !== null && key === postsBy(row.creatorId));
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

/**
 * One's own list after a snapshot of one's own scope, which holds the newest posts without a hole: older ones come by pages,
 * as in any list. What the snapshot does not fill to its limit is all there is.
 */
export const coverOwnPosts = (list: CoverageRow['list'], snapshot: readonly PostRow[]): CoverageRow => {
  const living = snapshot.filter((row) => row.deletedAt === null);
  const places = living.map((row) => feed.position(row)).sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const [from, to] = [places[0], places.at(-1)];
  // Known since the member's own scope is: no page has to be asked for first.
  const fresh = { ...emptyCoverage(list), refreshedAt: 0 };
  if (from === undefined || to === undefined) return fresh;
  return {
    ...coverRange(fresh, { from, to }),
    start: living.length < LIMITS.ownPostsMax ? from : null,
  };
};
