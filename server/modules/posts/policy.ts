import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { ProtocolError } from '../../../protocol/index.ts';
import type { Queryable } from '../../db/database.ts';
import { posts, users } from '../../db/schema.ts';
import { isBlockedBetween } from '../friends/relation.ts';
import type { CommandContext } from '../sync/context.ts';
import type { AuthoredPost } from './presenter.ts';

/**
 * Which posts somebody may read: the one predicate for PRIVATE, asked for the post, its comments, likes and files
 * (docs/decisions/0006). It fails closed. A block hides named posts only: if it hid anonymous ones too, blocking people one
 * by one would tell who wrote them.
 */
export const isReadableBy = (readerId: string | SQL): SQL | undefined =>
  and(
    isNull(posts.purgedAt),
    or(
      eq(posts.creatorId, readerId),
      and(
        eq(posts.privacy, 'PUBLIC'),
        isNull(posts.deletedAt),
        or(
          isNotNull(posts.alias),
          and(isNull(users.deletedAt), sql`not ${isBlockedBetween(posts.creatorId, sql`${readerId}`)}`),
        ),
      ),
    ),
  );

/** The same for rows in memory; policy.test.ts holds the two to one answer. */
export const isReadable = (
  { post, author }: AuthoredPost,
  { readerId, isBlocked }: { readerId: string; isBlocked: boolean },
): boolean => {
  if (post.purgedAt !== null) return false;
  if (post.creatorId === readerId) return true;
  if (post.privacy !== 'PUBLIC' || post.deletedAt !== null) return false;
  return post.alias !== null || (author.deletedAt === null && !isBlocked);
};

/** One post with its author; undefined also for a viewer who may not know that it exists. */
export const findReadablePost = async (
  tx: Queryable,
  readerId: string,
  id: string,
): Promise<AuthoredPost | undefined> => {
  const [row] = await tx
    .select({ post: posts, author: users })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.creatorId))
    .where(and(eq(posts.id, id), isReadableBy(readerId)));
  return row;
};

/** The same, locked for a change of it or under it. @throws not_found */
export const lockReadablePost = async (
  { tx, actorId }: CommandContext,
  id: string,
): Promise<AuthoredPost> => {
  const [row] = await tx
    .select({ post: posts, author: users })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.creatorId))
    .where(and(eq(posts.id, id), isReadableBy(actorId)))
    .for('no key update', { of: posts });
  if (!row) throw new ProtocolError('not_found');
  return row;
};

/** A post of the actor's own. To others a readable one is forbidden, named or anonymous alike. @throws not_found, forbidden */
export const lockOwnPost = async (context: CommandContext, id: string): Promise<AuthoredPost> => {
  const authored = await lockReadablePost(context, id);
  if (authored.post.creatorId !== context.actorId) throw new ProtocolError('forbidden');
  return authored;
};
