import { one } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { flag, listQuery } from '../list-query.ts';
import { expectedContent } from '../mutations/expected-content.ts';
import {
  ANONYMOUS_IS_PUBLIC,
  hasOneKindOfMedia,
  isNotSecretly,
  ONE_KIND_OF_MEDIA,
  postContent,
  postEdit,
} from '../mutations/posts.ts';
import { commentRow, postRow } from '../rows/post.ts';
import { windowPage } from '../sync/window.ts';
import { chosenId, instant, requiredText, uuid } from '../text.ts';
import { z } from '../zod.ts';

export const postIdParams = z.object({ id: uuid() });
export const commentIdParams = z.object({ id: uuid(), commentId: uuid() });

/** A post as the calls of the specification answer it. */
export const postItem = z.extend(postRow, { liked: z.boolean() });
export type PostItem = z.infer<typeof postItem>;
export const postResponse = one(postItem);
export const postsResponse = windowPage(postItem);
export type PostsResponse = z.infer<typeof postsResponse>;

/** Where a page ends before, as devices name places in a list: `createdAt|id`. */
const listPlace = () =>
  z.pipe(
    z.templateLiteral([instant(), '|', z.uuid()]),
    z.transform((place) => {
      const [at = '', id = ''] = place.split('|');
      return { at: new Date(at), id };
    }),
  );

/** `GET /posts`: public ones and mine, newest first. `deleted=true`: my bin. */
export const postsQuery = z.extend(listQuery(['createdAt', 'likeCount']), {
  creatorId: z.optional(uuid()),
  id: z.optional(uuid()),
  deleted: z.optional(flag()),
  before: z.optional(listPlace()),
});

/** `POST /posts`; `id` is ours and optional. */
export const createPostBody = z
  .extend(postContent, { id: z.optional(chosenId()), anonymous: z.optional(z.boolean()) })
  .check(z.refine(hasOneKindOfMedia, ONE_KIND_OF_MEDIA), z.refine(isNotSecretly, ANONYMOUS_IS_PUBLIC));

/** `PUT /posts/{id}` */
export const updatePostBody = postEdit.check(
  z.refine(hasOneKindOfMedia, ONE_KIND_OF_MEDIA),
  z.refine(isNotSecretly, ANONYMOUS_IS_PUBLIC),
);

/** `DELETE /posts/{id}`: `soft` in the query, as specified. */
export const deletePostQuery = z.object({ soft: z.optional(flag()) });

/** A deleted thing answers its tombstone, so that a replay looks the same. */
export const tombstone = one(z.object({ id: z.uuid(), version: z.int(), deleted: z.literal(true) }));

/** `PATCH /posts/{id}/like`: with a body absolute, without one a toggle. */
export const likeBody = z.nullish(z.object({ liked: z.optional(z.boolean()) }));

/** `PATCH /posts/{id}/hidden` */
export const postHiddenBody = z.object({ hidden: z.boolean() });
export const postHiddenResponse = one(z.object({ id: z.uuid(), hidden: z.boolean() }));

/** `GET /posts/{id}/comments`: oldest first. */
export const commentsQuery = z.extend(listQuery(['createdAt']), { before: z.optional(listPlace()) });
export const commentsResponse = windowPage(commentRow);
export type CommentsResponse = z.infer<typeof commentsResponse>;
export const commentResponse = one(commentRow);

/** `POST /posts/{id}/comments` */
export const createCommentBody = z.object({
  id: z.optional(chosenId()),
  content: requiredText(LIMITS.commentMax),
  parentId: z.optional(uuid()),
});
export const updateCommentBody = z.object({
  content: requiredText(LIMITS.commentMax),
  expectedContent: expectedContent(LIMITS.commentMax),
});
