import { and, count, desc, eq, ilike, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { LIMITS, type postsQuery, type z } from '../../../protocol/index.ts';
import { type Transaction, together } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import { hiddenPosts, likes, posts, users } from '../../db/schema.ts';
import type { AuthoredComment } from '../comments/presenter.ts';
import { readOwnComments } from '../comments/queries.ts';
import { isBefore, likePattern, type Ordering, planPage } from '../paging.ts';
import { isReadableBy } from './policy.ts';
import type { AuthoredPost, StoredHide, StoredLike } from './presenter.ts';

type PostsQuery = z.output<typeof postsQuery>;
export type ReadPost = AuthoredPost & { liked: boolean };

const MARKS_MAX = 5_000;

const myLike = (readerId: string | SQL) =>
  and(eq(likes.postId, posts.id), eq(likes.userId, readerId), isNull(likes.deletedAt));

const orderings = {
  createdAt: {
    key: posts.createdAt,
    keyType: 'timestamptz',
    keyOf: ({ post }) => post.createdAt.toISOString(),
  },
  likeCount: { key: posts.likeCount, keyType: 'bigint', keyOf: ({ post }) => String(post.likeCount) },
} as const satisfies Record<string, Pick<Ordering<ReadPost>, 'key' | 'keyType' | 'keyOf'>>;

/** Somebody's posts: of others only the named ones, so that neither rows nor counts give an anonymous one away. */
const isBy = (creatorId: string, readerId: string) =>
  and(eq(posts.creatorId, creatorId), creatorId === readerId ? undefined : isNull(posts.alias));

/** A page of what somebody may read, newest first unless asked otherwise. */
export const listPosts = async (tx: Transaction, readerId: string, query: PostsQuery, now: Date) => {
  const { page, perPage, cursor, orderBy = 'createdAt', orderDir, ...filters } = query;
  const ordering: Ordering<ReadPost> = {
    ...orderings[orderBy],
    id: posts.id,
    idType: 'uuid',
    idOf: ({ post }) => post.id,
  };
  const direction = orderDir ?? 'DESC';
  const request = { page, perPage, cursor, direction, filters: { orderBy, ...filters } };
  const plan = planPage(ordering, request, now);
  const where = and(
    isReadableBy(readerId),
    filters.deleted
      ? and(eq(posts.creatorId, readerId), isNotNull(posts.deletedAt))
      : isNull(posts.deletedAt),
    filters.creatorId === undefined ? undefined : isBy(filters.creatorId, readerId),
    filters.id === undefined ? undefined : eq(posts.id, filters.id),
    filters.before && isBefore(posts.createdAt, posts.id, filters.before),
    filters.search === undefined ? undefined : ilike(posts.content, likePattern(filters.search)),
  );
  const rows = await tx
    .select({ post: posts, author: users, liked: isNotNull(likes.postId).mapWith(Boolean) })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.creatorId))
    .leftJoin(likes, myLike(readerId))
    .where(and(where, plan.where))
    .orderBy(...plan.orderBy)
    .limit(plan.limit)
    .offset(plan.offset);
  const [all] = await tx
    .select({ total: count() })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.creatorId))
    .where(where);
  return plan.finish(rows, all?.total ?? 0);
};

const someIds = sql.placeholder('ids');
const reader = sql`${sql.placeholder('userId')}::uuid`;

const findReadable = prepared('posts-readable', (db, name) =>
  db
    .select({ post: posts, author: users, liked: isNotNull(likes.postId).mapWith(Boolean) })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.creatorId))
    .leftJoin(likes, myLike(reader))
    .where(and(sql`${posts.id} = any(${someIds}::uuid[])`, isReadableBy(reader)))
    .prepare(name),
);

/** Those of some posts that somebody may read. */
export const readPosts = async (
  tx: Transaction,
  readerId: string,
  ids: readonly string[],
): Promise<ReadPost[]> => (ids.length === 0 ? [] : findReadable(tx).execute({ userId: readerId, ids }));

const findAny = prepared('posts-any', (db, name) =>
  db
    .select({ post: posts, author: users })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.creatorId))
    .where(sql`${posts.id} = any(${someIds}::uuid[])`)
    .prepare(name),
);

/** Any post at all, for the tombstones of a log. */
export const findPosts = async (tx: Transaction, ids: readonly string[]): Promise<AuthoredPost[]> =>
  ids.length === 0 ? [] : findAny(tx).execute({ ids });

/** The version of a post of one's own, deleted or not. */
export const findOwnVersion = async (
  tx: Transaction,
  userId: string,
  id: string,
): Promise<number | undefined> => {
  const [row] = await tx
    .select({ version: posts.version })
    .from(posts)
    .where(and(eq(posts.id, id), eq(posts.creatorId, userId)));
  return row?.version;
};

const newestOwn = (name: string, which: SQL) =>
  prepared(name, (db, statement) =>
    db
      .select({ post: posts, author: users })
      .from(posts)
      .innerJoin(users, eq(users.id, posts.creatorId))
      .where(and(eq(posts.creatorId, reader), isNull(posts.purgedAt), which))
      .orderBy(desc(posts.createdAt), desc(posts.id))
      .limit(LIMITS.ownPostsMax)
      .prepare(statement),
  );
const findNewestOwn = newestOwn('own-posts', isNull(posts.deletedAt));
const findBinned = newestOwn('own-posts-deleted', isNotNull(posts.deletedAt));
const findOwnLikes = prepared('own-likes', (db, name) =>
  db
    .select()
    .from(likes)
    .where(and(eq(likes.userId, reader), isNull(likes.deletedAt)))
    .orderBy(desc(likes.likedAt))
    .limit(MARKS_MAX)
    .prepare(name),
);
const findOwnHides = prepared('own-hides', (db, name) =>
  db
    .select()
    .from(hiddenPosts)
    .where(and(eq(hiddenPosts.userId, reader), isNull(hiddenPosts.deletedAt)))
    .orderBy(desc(hiddenPosts.hiddenAt))
    .limit(MARKS_MAX)
    .prepare(name),
);

/** What a person's own scope carries of posts: one's newest ones and those in the bin, comments, likes and hidings. */
export const readOwnPosts = async (
  tx: Transaction,
  userId: string,
): Promise<{
  posts: AuthoredPost[];
  comments: AuthoredComment[];
  likes: StoredLike[];
  hides: StoredHide[];
}> => {
  const [living, binned, own, liked, hides] = await together(
    findNewestOwn(tx).execute({ userId }),
    findBinned(tx).execute({ userId }),
    readOwnComments(tx, userId),
    findOwnLikes(tx).execute({ userId }),
    findOwnHides(tx).execute({ userId }),
  );
  // Living ones without a hole: the device takes them for the first page of a list, and asks for what is older.
  return { posts: [...living, ...binned], comments: own, likes: liked, hides };
};

const findLikesOf = prepared('likes-of', (db, name) =>
  db
    .select()
    .from(likes)
    .where(and(eq(likes.userId, reader), sql`${likes.postId} = any(${sql.placeholder('ids')}::uuid[])`))
    .prepare(name),
);
const findHidesOf = prepared('hides-of', (db, name) =>
  db
    .select()
    .from(hiddenPosts)
    .where(
      and(
        eq(hiddenPosts.userId, reader),
        sql`${hiddenPosts.postId} = any(${sql.placeholder('ids')}::uuid[])`,
      ),
    )
    .prepare(name),
);

/** A person's own marks of posts, by the keys of a log: `postId:userId`. */
export const findMarks = async (tx: Transaction, userId: string, keys: readonly string[]) => {
  const postIds = keys.flatMap((key) => {
    const [postId, owner] = key.split(':');
    return postId !== undefined && owner === userId ? [postId] : [];
  });
  if (postIds.length === 0) return { likes: [], hides: [] };
  const wanted = { userId, ids: postIds };
  const [liked, hides] = await together(findLikesOf(tx).execute(wanted), findHidesOf(tx).execute(wanted));
  return { likes: liked, hides };
};
