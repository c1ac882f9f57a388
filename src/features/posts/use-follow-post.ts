import { useEffect } from 'react';
import type { Media, PostRow } from '../../../protocol/index.ts';
import type { DraftFile } from '../../../sync/index.ts';
import { filesOfPost, isSameFiles, mergeFiles } from './edit-base.ts';
import type { PostDraft } from './use-post-draft.ts';

type Restore = (files: readonly DraftFile[], isReplacing: boolean, held: readonly Media[]) => Promise<void>;

/**
 * A form shows who may see its post, and which pictures it has, as another device of the member has changed it meanwhile. The
 * words are not merged: of these both wordings are shown.
 * @param isSaved what changes now is this form's own edit
 */
export function useFollowPost(
  post: PostRow,
  isSaved: boolean,
  { values, base, change, rebase }: Pick<PostDraft, 'values' | 'base' | 'change' | 'rebase'>,
  restore: Restore,
): void {
  useEffect(() => {
    if (isSaved || values === undefined || base === undefined) return;
    const { privacy, media } = post;
    const files = filesOfPost(post);
    const isSameMedia = isSameFiles(files, base.files);
    if (isSameMedia && privacy === base.privacy) return;
    rebase({ privacy, files });
    // Of two choices, the other one than before is what was chosen here as well.
    if (privacy !== base.privacy) change({ ...values, privacy });
    if (!isSameMedia) void restore(mergeFiles(base.files, values.files, files), true, media);
  }, [post, isSaved, values, base, change, rebase, restore]);
}
