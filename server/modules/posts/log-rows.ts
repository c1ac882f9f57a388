import type { Change } from '../../../protocol/index.ts';
import { type Transaction, together } from '../../db/database.ts';
import { commentChange } from '../comments/presenter.ts';
import { findComments, findHiddenByBlock } from '../comments/queries.ts';
import { hideChange, likeChange, postChange } from './presenter.ts';
import { findMarks, findPosts, readPosts } from './queries.ts';

type IdsOf = (table: 'posts' | 'comments' | 'likes' | 'hiddenPosts') => string[];

/**
 * The rows of posts that a log names, as their reader may see them now: what was readable when it was logged may have
 * been made private since, and then is a tombstone.
 */
export const loadPostRows = async (tx: Transaction, readerId: string, idsOf: IdsOf): Promise<Change[]> => {
  const commentIds = idsOf('comments');
  const [logged, commented, hidden, likes, hides] = await together(
    findPosts(tx, idsOf('posts')),
    findComments(tx, commentIds),
    findHiddenByBlock(tx, readerId, commentIds),
    findMarks(tx, readerId, idsOf('likes')),
    findMarks(tx, readerId, idsOf('hiddenPosts')),
  );
  const postIds = [...logged, ...commented].map(({ post }) => post.id);
  const readable = new Set((await readPosts(tx, readerId, postIds)).map(({ post }) => post.id));
  return [
    ...logged.map((row) => postChange(row, readerId, readable.has(row.post.id))),
    ...commented.map((row) =>
      commentChange(row, readerId, readable.has(row.post.id) && !hidden.has(row.comment.id)),
    ),
    ...likes.likes.map(likeChange),
    ...hides.hides.map(hideChange),
  ];
};

/** Of these posts, what somebody may see in a list. */
export const readPostRows = async (
  tx: Transaction,
  readerId: string,
  ids: readonly string[],
): Promise<Change[]> => (await readPosts(tx, readerId, ids)).map((row) => postChange(row, readerId));

/** Of these comments, what somebody may see. */
export const readCommentRows = async (
  tx: Transaction,
  readerId: string,
  ids: readonly string[],
): Promise<Change[]> =>
  (await loadPostRows(tx, readerId, (table) => (table === 'comments' ? [...ids] : []))).filter(
    ({ row }) => row !== null,
  );
