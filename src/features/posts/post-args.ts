import type { PostDraftInput } from '../../../sync/index.ts';
import type { Attachment, NamedFiles } from '../media/attachment-list.ts';
import { namedBy } from '../media/attachment-list.ts';
import { type EditBase, isSameFiles } from './edit-base.ts';

const inPost = (items: readonly Attachment[]): Omit<NamedFiles, 'files'> => {
  const { files: _none, ...named } = namedBy(items);
  return named;
};

type Written = Pick<PostDraftInput, 'content' | 'privacy' | 'anonymous'>;

/** A new post as `createPost` takes it. */
export const createArgs = (
  id: string,
  { content, privacy, anonymous }: Written,
  items: readonly Attachment[],
) => ({ id, content, privacy, anonymous, ...inPost(items) });

/**
 * An edit as `updatePost` takes it. What was not changed here is not named: another device may have changed it since.
 * @param base what the post held when the edit was begun
 * @param expectedContent what it says now, which the form shows
 */
export const updateArgs = (
  id: string,
  { content, privacy, files }: Pick<PostDraftInput, 'content' | 'privacy'> & { files: EditBase['files'] },
  items: readonly Attachment[],
  { base, expectedContent }: { base: EditBase; expectedContent: string },
) => {
  const { images = [], video = null, alts = {} } = inPost(items);
  const expectedMedia = base.files.map((file) => file.id);
  return {
    ...{ id, content, expectedContent },
    ...(privacy === base.privacy ? {} : { privacy }),
    ...(isSameFiles(files, base.files) ? {} : { images, video, alts, expectedMedia }),
  };
};
