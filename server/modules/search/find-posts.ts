import { and, desc, eq, isNull, or } from 'drizzle-orm';
import { hasWords, LIMITS, type Wanted } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { hiddenPosts, posts, users } from '../../db/schema.ts';
import { postWords } from '../../db/schema-search.ts';
import { isReadableBy } from '../posts/policy.ts';
import { type ReadPost, readPosts } from '../posts/queries.ts';
import { matches, toQuery } from './words-sql.ts';

/** The newest posts that somebody may read and has not hidden, with all the words. Who wrote them plays no part in it. */
export const findPosts = async (tx: Transaction, readerId: string, wanted: Wanted): Promise<ReadPost[]> => {
  const asked = toQuery(wanted, []);
  if (asked === null) return [];
  const rows = await tx
    .select({ id: posts.id, content: posts.content })
    .from(postWords)
    .innerJoin(posts, eq(posts.id, postWords.postId))
    .innerJoin(users, eq(users.id, posts.creatorId))
    .leftJoin(
      hiddenPosts,
      and(eq(hiddenPosts.postId, posts.id), eq(hiddenPosts.userId, readerId), isNull(hiddenPosts.deletedAt)),
    )
    .where(
      and(
        or(matches(postWords.words, asked), isNull(postWords.words)),
        isNull(posts.deletedAt),
        isNull(hiddenPosts.postId),
        isReadableBy(readerId),
      ),
    )
    .orderBy(desc(postWords.at), desc(postWords.postId))
    .limit(2 * LIMITS.searchPage);
  const ids = rows.filter(({ content }) => hasWords(content, wanted)).map(({ id }) => id);
  const shown = ids.slice(0, LIMITS.searchPage);
  const byId = new Map((await readPosts(tx, readerId, shown)).map((read) => [read.post.id, read]));
  return shown.flatMap((id) => byId.get(id) ?? []);
};
