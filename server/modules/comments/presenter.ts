import type { Change, CommentRow, PostAuthor } from '../../../protocol/index.ts';
import type { comments } from '../../db/schema.ts';
import type { StoredPost } from '../posts/presenter.ts';
import { presentUser, type StoredUser } from '../users/presenter.ts';

export type StoredComment = typeof comments.$inferSelect;
/** A comment with its author and its post. */
export type AuthoredComment = { comment: StoredComment; author: StoredUser; post: StoredPost };

/** The author of an anonymous post is "Author" under it, without a name (docs/decisions/0006). */
const isMasked = ({ comment, post }: AuthoredComment): boolean =>
  post.alias !== null && comment.creatorId === post.creatorId;

const presentCommenter = (authored: AuthoredComment): PostAuthor => {
  const { post, author } = authored;
  return isMasked(authored) && post.alias !== null
    ? { kind: 'author', alias: post.alias }
    : { kind: 'person', user: presentUser(author) };
};

/** The only way a comment leaves. A deleted one keeps its place, and nothing of who wrote what. */
export const presentComment = (authored: AuthoredComment, readerId: string): CommentRow => {
  const { comment } = authored;
  const isGone = comment.deletedAt !== null;
  const isMine = comment.creatorId === readerId;
  return {
    id: comment.id,
    postId: comment.postId,
    parentId: comment.parentId,
    creatorId: isMine || !(isGone || isMasked(authored)) ? comment.creatorId : null,
    author: isGone ? null : presentCommenter(authored),
    content: isGone ? null : comment.content,
    createdAt: comment.createdAt.toISOString(),
    editedAt: comment.editedAt?.toISOString() ?? null,
    deletedAt: comment.deletedAt?.toISOString() ?? null,
    version: comment.version,
  };
};

/** The comment for a reader's scope: a tombstone when its post is gone for them. */
export const commentChange = (authored: AuthoredComment, readerId: string, isReadable = true): Change => ({
  table: 'comments',
  id: authored.comment.id,
  version: authored.comment.version,
  row: isReadable ? presentComment(authored, readerId) : null,
});
