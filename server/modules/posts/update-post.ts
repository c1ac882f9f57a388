import { isStaleEdit, type Media, type MutationArgs, ProtocolError } from '../../../protocol/index.ts';
import { type BatchedCommand, NeedsPreparation } from '../sync/batch/command.ts';
import { coarseTime } from './alias.ts';
import { changePost, needsOfPost, ownPost } from './loaded-post.ts';
import { lockOwnPost } from './policy.ts';
import { attachPostFiles, hasFiles } from './post-files.ts';
import type { StoredPost } from './presenter.ts';

type Args = MutationArgs<'updatePost'>;

/** Changes a post of one's own; of two edits that name neither `expectedContent` nor `expectedMedia` the later one stands. */
export const updatePost: BatchedCommand<Args, Media[]> = {
  needs: ({ id }, actorId) => needsOfPost(id, actorId),
  decide: (context, args, prepared) => {
    const { state, actorId, now } = context;
    const own = ownPost(state, args.id, actorId);
    const edit = editOf(own.post, args);
    if (!prepared && (hasFiles(own.post) || hasFiles(edit))) throw new NeedsPreparation();
    changePost(context, own, {
      ...edit,
      media: prepared ?? [],
      editedAt: own.post.alias === null ? now : coarseTime(now),
    });
    return { id: args.id };
  },
  prepare: async (context, args) => {
    const { post } = await lockOwnPost(context, args.id);
    return attachPostFiles(context, { id: post.id, isAnonymous: post.alias !== null }, editOf(post, args));
  },
};

const mediaOf = ({ images, video }: Pick<StoredPost, 'images' | 'video'>): readonly string[] =>
  video === null ? images : [video];
const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, at) => id === b[at]);

type Edit = Pick<StoredPost, 'content' | 'images' | 'alts' | 'video' | 'privacy'>;

/**
 * What the post says then. No edit turns an anonymous post named or the reverse: copies of it are out already.
 * @throws ProtocolError `not_found`, `conflict`, `impossible`
 */
const editOf = (post: StoredPost, args: Args): Edit => {
  if (post.deletedAt !== null) throw new ProtocolError('not_found');
  if (isStaleEdit(post.content, args)) throw new ProtocolError('conflict');
  const isAnonymous = post.alias !== null;
  if (args.anonymous !== undefined && args.anonymous !== isAnonymous)
    throw new ProtocolError('impossible', {
      errors: [{ field: 'anonymous', message: 'This can not be changed any more' }],
    });
  if (isAnonymous && args.privacy === 'PRIVATE')
    throw new ProtocolError('impossible', {
      errors: [{ field: 'privacy', message: 'An anonymous post is public' }],
    });
  const images = args.images ?? post.images;
  const video = args.video === undefined ? post.video : args.video;
  if (images.length > 0 && video !== null)
    throw new ProtocolError('impossible', {
      errors: [{ field: 'video', message: 'Either pictures or one video' }],
    });
  const after = mediaOf({ images, video });
  const before = mediaOf(post);
  const expected = args.expectedMedia;
  if (expected !== undefined && !isSameList(after, before) && !isSameList(expected, before))
    throw new ProtocolError('conflict');
  const { content, alts = post.alts, privacy = post.privacy } = args;
  return { content, images: [...images], alts, video, privacy };
};
