import type { DraftFile, PostDraftRow, PostDraftVersion } from '../storage/rows.ts';
import type { WriteTransaction } from '../storage/storage.ts';
import { ownerOf } from '../uploads/file-owners.ts';
import type { SetFiles } from '../uploads/write-naming.ts';

/** What a form hands over. */
export type PostDraftInput = Omit<PostDraftRow, 'id' | 'updatedAt' | 'versions'>;

const VERSIONS_MAX = 10;
/** Less is a slip of the thumb that is typed again. */
const LOST_CHARACTERS = 20;

/** How many characters of a text stand neither at the beginning nor at the end of the other. */
const lostCharacters = (before: string, after: string): number => {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return before.length - head - tail;
};

/**
 * The earlier versions of a draft once it says something else. What another writer has left (another tab, or the form as it
 * was opened the last time) is kept, and so is a passage that goes; what grows letter by letter is one version.
 */
export const keepVersions = (
  stored: PostDraftRow | undefined,
  next: PostDraftInput,
): readonly PostDraftVersion[] => {
  if (stored === undefined) return [];
  const { content, updatedAt, versions = [] } = stored;
  if (content.trim() === '' || content === next.content) return versions;
  const isGrown = next.content.startsWith(content);
  const isLost =
    stored.writer === next.writer ? lostCharacters(content, next.content) >= LOST_CHARACTERS : !isGrown;
  if (!isLost) return versions;
  const others = versions.filter((version) => version.content !== content);
  return [{ content, at: updatedAt }, ...others].slice(0, VERSIONS_MAX);
};

/** Keeps a post that is not finished; an empty one only while there is something to go back to. */
export const storePostDraft = async (
  tx: WriteTransaction,
  setFiles: SetFiles,
  id: string,
  draft: PostDraftInput | null,
  now: number,
): Promise<void> => {
  const before = await tx.get('postDrafts', id);
  const files = (draft?.files ?? []).map((file) => file.id);
  if (files.length > 0 || before?.files?.length) await setFiles(ownerOf('post', id), files);
  if (draft === null) return tx.delete('postDrafts', [id]);
  const versions = keepVersions(before, draft);
  const isEmpty = draft.content.trim() === '' && files.length === 0;
  if (isEmpty && versions.length === 0) return tx.delete('postDrafts', [id]);
  return tx.put('postDrafts', [
    { id, ...draft, ...(versions.length > 0 ? { versions } : {}), updatedAt: now },
  ]);
};

/**
 * Adds a file to a post that is not finished: one that is stored once its form has gone.
 * @param first what is kept of the post if nothing is yet
 */
export const addToPostDraft = async (
  tx: WriteTransaction,
  setFiles: SetFiles,
  { id, file, first, now }: { id: string; file: DraftFile; first: PostDraftInput; now: number },
): Promise<void> => {
  const { files = [], ...rest } = (await tx.get('postDrafts', id)) ?? first;
  if (files.some((one) => one.id === file.id)) return;
  await storePostDraft(tx, setFiles, id, { ...rest, files: [...files, file] }, now);
};
