import { isStaleEdit, type MutationArgs, ProtocolError } from '../../../protocol/index.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { coarseTime } from './alias.ts';
import { changePost } from './change-post.ts';
import { lockOwnPost } from './policy.ts';
import { attachPostFiles } from './post-files.ts';

/**
 * Changes a post of one's own; of two edits that name no `expectedContent` the later one stands. No edit turns an anonymous post named or the reverse:
 * copies of it are out already.
 */
export const updatePost = async (
  context: CommandContext,
  args: MutationArgs<'updatePost'>,
): Promise<CommandResult> => {
  const own = await lockOwnPost(context, args.id);
  const { post } = own;
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
  const alts = args.alts ?? post.alts;
  const place = { id: post.id, isAnonymous };
  const media = await attachPostFiles(context, place, { images, video, alts });
  await changePost(context, own, {
    content: args.content,
    images,
    alts,
    video,
    media,
    privacy: args.privacy ?? post.privacy,
    editedAt: isAnonymous ? coarseTime(context.now) : context.now,
  });
  return { id: post.id };
};
