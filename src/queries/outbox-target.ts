import type { PostAuthor } from '../../protocol/index.ts';
import type { LocalTables, OutboxRow } from '../../sync/index.ts';

/** What a mutation is done to, as this device holds it. */
export type OutboxTarget = {
  /** Who wrote the post that it is about; null when it is about none, or about my own. */
  readonly author: PostAuthor | null;
  /** Its words; null when it has none, or is not here any more. */
  readonly words: string | null;
  /** It was deleted, on another device or by somebody who may. */
  readonly isDeleted: boolean;
};

export const NO_TARGET: OutboxTarget = { author: null, words: null, isDeleted: false };

const postIdOf = (row: OutboxRow): string | null => {
  switch (row.name) {
    case 'setLike':
    case 'hidePost':
    case 'createComment':
    case 'updateComment':
    case 'deleteComment':
      return row.args.postId;
    case 'updatePost':
    case 'deletePost':
    case 'restorePost':
      return row.args.id;
    default:
      return null;
  }
};

const messageIdOf = (row: OutboxRow): string | null => {
  switch (row.name) {
    case 'editMessage':
    case 'deleteMessage':
    case 'hideMessage':
    case 'withdrawFile':
    case 'reactToMessage':
    case 'markListened':
    case 'pinMessage':
    case 'starMessage':
      return row.args.messageId;
    default:
      return null;
  }
};

const commentIdOf = (row: OutboxRow): string | null =>
  row.name === 'deleteComment' || row.name === 'updateComment' ? row.args.id : null;

/** The stores that {@link readTargets} asks. */
export const targetStores = ['comments', 'messages', 'posts'] as const;

/** A like, a reaction or a deletion says nothing by itself: what it belongs to does. */
export const readTargets = async (
  db: LocalTables,
  rows: readonly OutboxRow[],
): Promise<(row: OutboxRow) => OutboxTarget> => {
  const ids = (of: (row: OutboxRow) => string | null): string[] => rows.flatMap((row) => of(row) ?? []);
  const [posts, messages, comments] = await Promise.all([
    db.posts.bulkGet(ids(postIdOf)),
    db.messages.bulkGet(ids(messageIdOf)),
    db.comments.bulkGet(ids(commentIdOf)),
  ]);
  const postsById = new Map(posts.flatMap((post) => (post ? [[post.id, post]] : [])));
  const words = new Map(
    [...posts, ...messages, ...comments].flatMap((one) => (one?.content ? [[one.id, one.content]] : [])),
  );
  const deleted = new Set(
    [...posts, ...messages, ...comments].flatMap((one) => (one?.deletedAt ? [one.id] : [])),
  );
  return (row) => {
    const id = commentIdOf(row) ?? messageIdOf(row) ?? postIdOf(row) ?? '';
    const post = postsById.get(postIdOf(row) ?? '');
    return {
      author: post?.author.kind === 'self' ? null : (post?.author ?? null),
      words: words.get(id) ?? null,
      isDeleted: deleted.has(id),
    };
  };
};
