import type { CommentRow, UserRow } from '../../protocol/index.ts';
import { isReadable, listId, type OutboxRow, type OutboxRowOf } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { newerProfile, usersById } from './people.ts';
import { type WriteState, writeStateOf } from './posts.ts';
import { useLocalQuery } from './use-local-query.ts';

export type ShownComment = {
  readonly comment: CommentRow;
  /** Null behind an alias, and for a deleted one. */
  readonly person: UserRow | null;
  readonly isMine: boolean;
  readonly state: WriteState;
  readonly failed: OutboxRowOf<'createComment'> | null;
  /** An edit of mine that was refused; the comment stands as it was. */
  readonly refusedEdit: OutboxRowOf<'updateComment'> | null;
};

export type Comments = {
  readonly comments: readonly ShownComment[];
  /** More of them, older ones, are on the server. */
  readonly hasEarlier: boolean;
  /** Whether this device has ever asked. */
  readonly isKnown: boolean;
};

const isCreate = (row: OutboxRow): row is OutboxRowOf<'createComment'> => row.name === 'createComment';

const isRefusedEdit = (row: OutboxRow): row is OutboxRowOf<'updateComment'> =>
  row.name === 'updateComment' && isReadable(row) && writeStateOf(row) === 'failed';

const commentFromOutbox = ({ args, writtenAt }: OutboxRowOf<'createComment'>, me: string): CommentRow => ({
  id: args.id,
  postId: args.postId,
  parentId: args.parentId ?? null,
  creatorId: me,
  author: { kind: 'self' },
  content: args.content,
  createdAt: writtenAt,
  editedAt: null,
  deletedAt: null,
  version: 0,
});

/** The comments of a post that this device holds, oldest first. */
export function useComments(postId: string): Comments | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: `comments ${postId}`,
    stores: ['comments', 'coverage', 'outbox', 'users'],
    read: async (db) => {
      const coverage = await db.coverage.get(listId('comments', postId));
      const [stored, outbox] = await Promise.all([
        db.comments.where('postId').equals(postId).toArray(),
        db.outbox.toArray(),
      ]);
      const writers = stored.flatMap(({ author }) => (author?.kind === 'person' ? author.user.id : []));
      const people = await usersById(db, [userId, ...writers]);
      const me = people.get(userId) ?? null;
      const created = new Map(
        outbox.filter(isCreate).flatMap((row) => (row.args.postId === postId ? [[row.args.id, row]] : [])),
      );
      const refusedEdits = new Map(outbox.filter(isRefusedEdit).map((row) => [row.args.id, row]));
      const held = new Set(stored.map((comment) => comment.id));
      const refused = [...created.values()].filter(
        (row) => writeStateOf(row) === 'failed' && !held.has(row.args.id),
      );
      const rows = [...stored, ...refused.map((row) => commentFromOutbox(row, userId))].sort((a, b) =>
        `${a.createdAt}|${a.id}` < `${b.createdAt}|${b.id}` ? -1 : 1,
      );
      const newest = coverage?.ranges.at(-1);
      return {
        comments: rows.map((comment): ShownComment => {
          const creation = created.get(comment.id);
          const state = writeStateOf(creation);
          const isMine = comment.creatorId === userId;
          const { author } = comment;
          return {
            comment,
            person:
              author?.kind === 'person'
                ? newerProfile(author.user, people.get(author.user.id))
                : author?.kind === 'self'
                  ? me
                  : null,
            isMine,
            state,
            failed: state === 'failed' && creation ? creation : null,
            refusedEdit: refusedEdits.get(comment.id) ?? null,
          };
        }),
        hasEarlier:
          newest !== undefined &&
          (coverage?.start == null || newest.from > coverage.start) &&
          stored.length > 0,
        isKnown: coverage?.refreshedAt != null,
      };
    },
  });
}
