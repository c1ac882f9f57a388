import type { PostRow } from '../../../protocol/index.ts';
import type { DraftFile } from '../../../sync/index.ts';

/** What a post held when its editing began: what differs from it was changed here. */
export type EditBase = Pick<PostRow, 'content' | 'privacy'> & { readonly files: readonly DraftFile[] };

export const filesOfPost = ({ media }: Pick<PostRow, 'media'>): DraftFile[] =>
  (media ?? []).map(({ id, alt = '' }) => ({ id, alt }));

export const isSameFiles = (a: readonly DraftFile[], b: readonly DraftFile[]): boolean =>
  a.length === b.length && a.every(({ id, alt }, at) => b[at]?.id === id && b[at].alt === alt);

/**
 * The files of a form after another device has changed those of the post: what was added or removed on either side is, and a
 * description that was changed here stays as it is here.
 */
export const mergeFiles = (
  base: readonly DraftFile[],
  here: readonly DraftFile[],
  there: readonly DraftFile[],
): DraftFile[] => {
  const find = (files: readonly DraftFile[], id: string) => files.find((file) => file.id === id);
  const kept = here.flatMap((file) => {
    const [before, now] = [find(base, file.id), find(there, file.id)];
    if (before === undefined) return [file];
    if (now === undefined) return [];
    return [before.alt === file.alt ? now : file];
  });
  const added = there.filter(({ id }) => !find(base, id) && !find(here, id));
  return [...kept, ...added];
};
