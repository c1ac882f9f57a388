import { and, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type commentsQuery, LIMITS, type z } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import { comments, posts, users } from '../../db/schema.ts';
import { isBlockedBetween } from '../friends/relation.ts';
import { isBefore, likePattern, type Ordering, planPage } from '../paging.ts';
import { isReadableBy } from '../posts/policy.ts';
import type { AuthoredComment } from './presenter.ts';

type CommentsQuery = z.output<typeof commentsQuery>;

const commenters = alias(users, 'commenters');
const replies = alias(comments, 'replies');

const isMasked = sql`(${posts.alias} is not null and ${comments.creatorId} = ${posts.creatorId})`;

/** Of a post that may be read: what a block does not hide. The author of an anonymous post is hidden by none. */
const isShownTo = (readerId: string | SQL): SQL =>
  sql`(${isMasked} or not ${isBlockedBetween(comments.creatorId, sql`${readerId}`)})`;

/** A deleted comment is shown only where a living reply stands under it. */
const hasPlace = (tx: Transaction) =>
  or(
    isNull(comments.deletedAt),
    sql`exists ${tx
      .select({ id: replies.id })
      .from(replies)
      .where(and(eq(replies.parentId, comments.id), isNull(replies.deletedAt)))}`,
  );

/** A page of a post's comments, oldest first unless asked otherwise. Whether the post may be read was asked before. */
export const listComments = async (
  tx: Transaction,
  readerId: string,
  postId: string,
  query: CommentsQuery,
  now: Date,
) => {
  const { page, perPage, cursor, orderDir, search, before } = query;
  const ordering: Ordering<AuthoredComment> = {
    key: comments.createdAt,
    keyType: 'timestamptz',
    keyOf: ({ comment }) => comment.createdAt.toISOString(),
    id: comments.id,
    idType: 'uuid',
    idOf: ({ comment }) => comment.id,
  };
  const request = {
    page,
    perPage,
    cursor,
    direction: orderDir ?? 'ASC',
    filters: { postId, search, before },
  } as const;
  const plan = planPage(ordering, request, now);
  const where = and(
    eq(comments.postId, postId),
    isShownTo(readerId),
    hasPlace(tx),
    before && isBefore(comments.createdAt, comments.id, before),
    search === undefined ? undefined : sql`${comments.content} ilike ${likePattern(search)}`,
  );
  const rows = await tx
    .select({ comment: comments, author: commenters, post: posts })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .innerJoin(commenters, eq(commenters.id, comments.creatorId))
    .where(and(where, plan.where))
    .orderBy(...plan.orderBy)
    .limit(plan.limit)
    .offset(plan.offset);
  const [all] = await tx
    .select({ total: count() })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(where);
  return plan.finish(rows, all?.total ?? 0);
};

const isWanted = sql`${comments.id} = any(${sql.placeholder('ids')}::uuid[])`;
const reader = sql`${sql.placeholder('userId')}::uuid`;

const findAny = prepared('comments-any', (db, name) =>
  db
    .select({ comment: comments, author: commenters, post: posts })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .innerJoin(commenters, eq(commenters.id, comments.creatorId))
    .where(isWanted)
    .prepare(name),
);
const findOwn = prepared('own-comments', (db, name) =>
  db
    .select({ comment: comments, author: commenters, post: posts })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .innerJoin(users, eq(users.id, posts.creatorId))
    .innerJoin(commenters, eq(commenters.id, comments.creatorId))
    .where(and(eq(comments.creatorId, reader), isReadableBy(reader)))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(LIMITS.ownPostsMax)
    .prepare(name),
);
const findHidden = prepared('comments-hidden', (db, name) =>
  db
    .select({ id: comments.id })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(and(isWanted, sql`not ${isShownTo(reader)}`))
    .prepare(name),
);

/** Comments by id, each with the place it stands in. */
export const findComments = async (tx: Transaction, ids: readonly string[]): Promise<AuthoredComment[]> =>
  ids.length === 0 ? [] : findAny(tx).execute({ ids });

/** The newest comments of one's own, deleted ones with their place, under posts that may be read. */
export const readOwnComments = (tx: Transaction, userId: string): Promise<AuthoredComment[]> =>
  findOwn(tx).execute({ userId });

/** Of these comments, those that a block hides from somebody. */
export const findHiddenByBlock = async (
  tx: Transaction,
  readerId: string,
  ids: readonly string[],
): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await findHidden(tx).execute({ userId: readerId, ids });
  return new Set(rows.map(({ id }) => id));
};
