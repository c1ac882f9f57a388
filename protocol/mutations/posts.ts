import { isUntimedId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { postPrivacy } from '../rows/post.ts';
import { chosenId, requiredText, uuid } from '../text.ts';
import { z } from '../zod.ts';
import { altTexts } from './alt-texts.ts';
import { declareMutation } from './declare.ts';
import { isDistinct } from './distinct.ts';
import { expectedContent } from './expected-content.ts';

/** The post fields of specification §3. A post needs words; pictures alone are not enough. */
export const postContent = z.object({
  content: requiredText(LIMITS.postMax),
  images: z.optional(
    z
      .array(chosenId())
      .check(z.maxLength(LIMITS.postImagesMax), z.refine(isDistinct, 'The same picture twice')),
  ),
  alts: z.optional(altTexts()),
  video: z.optional(chosenId()),
  privacy: z.optional(postPrivacy),
});

type Content = z.output<typeof postContent>;

type Media = { images?: Content['images']; video?: string | null | undefined };
export const hasOneKindOfMedia = ({ images, video }: Media): boolean =>
  !(video && images !== undefined && images.length > 0);
export const ONE_KIND_OF_MEDIA = { message: 'Either pictures or one video', path: ['video'] };

export const isNotSecretly = (post: {
  privacy?: string | undefined;
  anonymous?: boolean | undefined;
}): boolean => !(post.anonymous === true && post.privacy === 'PRIVATE');
export const ANONYMOUS_IS_PUBLIC = { message: 'An anonymous post is public', path: ['anonymous'] };

/** Publishes a post. The id of an anonymous one is UUIDv4: a time-ordered id would tell when the phone composed it. */
export const createPost = declareMutation({
  version: 1,
  args: z.extend(postContent, { id: chosenId(), anonymous: z.optional(z.boolean()) }).check(
    z.refine(hasOneKindOfMedia, ONE_KIND_OF_MEDIA),
    z.refine(isNotSecretly, ANONYMOUS_IS_PUBLIC),
    z.refine(({ id, anonymous }) => anonymous !== true || isUntimedId(id), {
      message: 'An anonymous post needs an id that tells no time',
      path: ['id'],
    }),
  ),
  method: 'POST',
  path: '/posts',
  lane: ({ id }) => `post:${id}`,
});

/** The fields of an edit: what is not named stays as it is, and `video: null` takes the video away. */
export const postEdit = z.extend(postContent, {
  video: z.optional(z.nullable(chosenId())),
  anonymous: z.optional(z.boolean()),
  expectedContent: expectedContent(LIMITS.postMax),
  /**
   * Its pictures, or its video, when the edit began. An edit that names others while the post has got others meanwhile is refused
   * as `conflict`. Without it the edit replaces whatever is there.
   */
  expectedMedia: z.optional(z.array(uuid()).check(z.maxLength(LIMITS.postImagesMax))),
});

/** Changes what a post says; without `expectedContent` the later of two edits stands. `anonymous` can be named, not changed. */
export const updatePost = declareMutation({
  version: 1,
  args: z
    .extend(postEdit, { id: uuid() })
    .check(z.refine(hasOneKindOfMedia, ONE_KIND_OF_MEDIA), z.refine(isNotSecretly, ANONYMOUS_IS_PUBLIC)),
  method: 'PUT',
  path: '/posts/{id}',
  lane: ({ id }) => `post:${id}`,
});

/** `soft`: hidden from all and kept 30 days in the author's bin. Otherwise only a tombstone stays. */
export const deletePost = declareMutation({
  version: 1,
  args: z.object({ id: uuid(), soft: z.optional(z.boolean()) }),
  method: 'DELETE',
  path: '/posts/{id}',
  lane: ({ id }) => `post:${id}`,
});

/** Takes a post out of the bin. */
export const restorePost = declareMutation({
  version: 1,
  args: z.object({ id: uuid() }),
  method: 'POST',
  path: '/posts/{id}/restore',
  lane: ({ id }) => `post:${id}`,
});

/** Likes or unlikes, absolutely; without `liked` it is the toggle of the specification (docs/decisions/0006). */
export const setLike = declareMutation({
  version: 1,
  args: z.object({ postId: uuid(), liked: z.optional(z.boolean()) }),
  method: 'PATCH',
  path: '/posts/{postId}/like',
  lane: ({ postId }) => `post:${postId}`,
});

/** Takes a post out of my own sight, or back into it. */
export const hidePost = declareMutation({
  version: 1,
  args: z.object({ postId: uuid(), hidden: z.boolean() }),
  method: 'PATCH',
  path: '/posts/{postId}/hidden',
  lane: ({ postId }) => `post:${postId}`,
});

const commentText = requiredText(LIMITS.commentMax);

/** Comments on a post, or answers a comment of the same post. */
export const createComment = declareMutation({
  version: 1,
  args: z.object({
    id: chosenId(),
    postId: uuid(),
    content: commentText,
    parentId: z.optional(uuid()),
  }),
  method: 'POST',
  path: '/posts/{postId}/comments',
  lane: ({ postId }) => `post:${postId}`,
});

export const updateComment = declareMutation({
  version: 1,
  args: z.object({
    id: uuid(),
    postId: uuid(),
    content: commentText,
    expectedContent: expectedContent(LIMITS.commentMax),
  }),
  method: 'PUT',
  path: '/posts/{postId}/comments/{id}',
  lane: ({ postId }) => `post:${postId}`,
});

/** By the comment's author, or by the author of the post it stands under. */
export const deleteComment = declareMutation({
  version: 1,
  args: z.object({ id: uuid(), postId: uuid() }),
  method: 'DELETE',
  path: '/posts/{postId}/comments/{id}',
  lane: ({ postId }) => `post:${postId}`,
});
