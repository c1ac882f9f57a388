import {
  type Change,
  type HiddenPostRow,
  type LikeRow,
  type PostAuthor,
  type PostItem,
  type PostRow,
  postMarkId,
} from '../../../protocol/index.ts';
import type { hiddenPosts, likes, posts } from '../../db/schema.ts';
import { presentUser, type StoredUser } from '../users/presenter.ts';

export type StoredPost = typeof posts.$inferSelect;
export type StoredLike = typeof likes.$inferSelect;
export type StoredHide = typeof hiddenPosts.$inferSelect;
export type AuthoredPost = { post: StoredPost; author: StoredUser };

/** Who wrote it, as anybody may know: behind an alias there is nothing (docs/decisions/0006). */
export const presentAuthor = ({ post, author }: AuthoredPost): PostAuthor =>
  post.alias === null
    ? { kind: 'person', user: presentUser(author) }
    : { kind: 'anonymous', alias: post.alias };

/**
 * The only way a post leaves: two projections, its author's and everybody else's. The id of an anonymous author goes to
 * only that author.
 */
export const presentPost = (authored: AuthoredPost, readerId: string): PostRow => {
  const { post } = authored;
  const isMine = post.creatorId === readerId;
  return {
    id: post.id,
    creatorId: isMine || post.alias === null ? post.creatorId : null,
    author: presentAuthor(authored),
    content: post.content,
    images: post.images,
    alts: post.alts,
    video: post.video,
    media: post.media,
    privacy: post.privacy,
    anonymous: post.alias !== null,
    likeCount: post.likeCount,
    commentCount: post.commentCount,
    createdAt: post.createdAt.toISOString(),
    editedAt: post.editedAt?.toISOString() ?? null,
    deletedAt: isMine ? (post.deletedAt?.toISOString() ?? null) : null,
    version: post.version,
  };
};

/** A post as the calls of the specification answer it. */
export const presentPostItem = (
  { liked, ...authored }: AuthoredPost & { liked: boolean },
  readerId: string,
): PostItem => ({ ...presentPost(authored, readerId), liked });

/** The post for a reader's scope: a tombstone when it is gone for them. */
export const postChange = (authored: AuthoredPost, readerId: string, isReadable = true): Change => ({
  table: 'posts',
  id: authored.post.id,
  version: authored.post.version,
  row: isReadable && authored.post.purgedAt === null ? presentPost(authored, readerId) : null,
});

const presentLike = ({ postId, userId, likedAt, version }: StoredLike): LikeRow => ({
  id: postMarkId(postId, userId),
  postId,
  userId,
  likedAt: likedAt.toISOString(),
  version,
});

/** For the scope of the liking member only. */
export const likeChange = (row: StoredLike): Change => ({
  table: 'likes',
  id: postMarkId(row.postId, row.userId),
  version: row.version,
  row: row.deletedAt ? null : presentLike(row),
});

const presentHide = ({ postId, userId, hiddenAt, version }: StoredHide): HiddenPostRow => ({
  id: postMarkId(postId, userId),
  postId,
  userId,
  hiddenAt: hiddenAt.toISOString(),
  version,
});

export const hideChange = (row: StoredHide): Change => ({
  table: 'hiddenPosts',
  id: postMarkId(row.postId, row.userId),
  version: row.version,
  row: row.deletedAt ? null : presentHide(row),
});
