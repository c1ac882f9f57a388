import { instant } from '../text.ts';
import { z } from '../zod.ts';
import { media } from './media.ts';
import { userRow } from './user.ts';

export const postPrivacy = z.enum(['PRIVATE', 'PUBLIC']);
export type PostPrivacy = z.infer<typeof postPrivacy>;

/**
 * Who wrote a post or a comment, as this reader may know it (docs/decisions/0006).
 * - `person`: the public profile.
 * - `anonymous`: an alias that is stable inside one post and says nothing beyond it.
 * - `author`: a comment by the author of the anonymous post it stands under.
 * - `self`: only on the device: mine, before the server has answered.
 */
export const postAuthor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), user: userRow }),
  z.object({ kind: z.literal('anonymous'), alias: z.string() }),
  z.object({ kind: z.literal('author'), alias: z.string() }),
  z.object({ kind: z.literal('self') }),
]);
export type PostAuthor = z.infer<typeof postAuthor>;

/** A post as one reader sees it. `creatorId` of an anonymous post is known to its author only. */
export const postRow = z.object({
  id: z.uuid(),
  creatorId: z.nullable(z.uuid()),
  author: postAuthor,
  content: z.string(),
  images: z.array(z.uuid()),
  /** What a picture shows, by its id. */
  alts: z.record(z.uuid(), z.string()),
  video: z.nullable(z.uuid()),
  /** What is known of its pictures or its video. */
  media: z.array(media),
  privacy: postPrivacy,
  anonymous: z.boolean(),
  likeCount: z.int(),
  commentCount: z.int(),
  createdAt: instant(),
  editedAt: z.nullable(instant()),
  /** In its author's bin since; other members do not have the row then. */
  deletedAt: z.nullable(instant()),
  version: z.int(),
});
export type PostRow = z.infer<typeof postRow>;

/** A comment as one reader sees it. One that was deleted keeps its place under its replies, without words. */
export const commentRow = z.object({
  id: z.uuid(),
  postId: z.uuid(),
  /** The comment it answers. */
  parentId: z.nullable(z.uuid()),
  creatorId: z.nullable(z.uuid()),
  author: z.nullable(postAuthor),
  content: z.nullable(z.string()),
  createdAt: instant(),
  editedAt: z.nullable(instant()),
  deletedAt: z.nullable(instant()),
  version: z.int(),
});
export type CommentRow = z.infer<typeof commentRow>;

const mark = { id: z.string(), postId: z.uuid(), userId: z.uuid(), version: z.int() };

/** That I like a post; `id` is `postMarkId(postId, userId)`. The likes of others never leave the server. */
export const likeRow = z.object({ ...mark, likedAt: instant() });
export type LikeRow = z.infer<typeof likeRow>;

/** That I do not want to see a post. Same `id` as my like of it. */
export const hiddenPostRow = z.object({ ...mark, hiddenAt: instant() });
export type HiddenPostRow = z.infer<typeof hiddenPostRow>;
