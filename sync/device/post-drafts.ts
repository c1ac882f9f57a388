import {
  type DraftFile,
  filesOfPostDraft,
  type PostDraftRow,
  type PostDraftVersion,
} from '../storage/rows.ts';
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

const areWordsLost = (stored: PostDraftRow, next: PostDraftInput): boolean => {
  const { content, writer } = stored;
  if (content.trim() === '' || content === next.content) return false;
  if (writer !== next.writer) return !next.content.startsWith(content);
  return lostCharacters(content, next.content) >= LOST_CHARACTERS;
};

/** What the same writer takes out is meant to go. */
const areFilesLost = ({ files = [], writer }: PostDraftRow, next: PostDraftInput): boolean =>
  writer !== next.writer && files.some(({ id }) => next.files?.every((file) => file.id !== id) ?? true);

/** The same words, and with them at least what the other one has. */
const holdsAll = (of: PostDraftVersion, other: PostDraftVersion): boolean =>
  of.content === other.content &&
  (other.files ?? []).every(({ id }) => of.files?.some((file) => file.id === id));

/**
 * The earlier versions of a draft once it says something else. What another writer has left (another tab, the form as it was
 * opened the last time, or an edit that was refused) is kept with its files, and so is a passage that goes; what grows letter by
 * letter is one version.
 */
export const keepVersions = (
  stored: PostDraftRow | undefined,
  next: PostDraftInput,
): readonly PostDraftVersion[] => {
  if (stored === undefined) return [];
  const { content, updatedAt, versions = [], files = [], privacy } = stored;
  if (!areWordsLost(stored, next) && !areFilesLost(stored, next)) return versions;
  const version: PostDraftVersion = {
    ...{ content, at: updatedAt },
    ...(files.length === 0 ? {} : { files }),
    ...(privacy === next.privacy ? {} : { privacy }),
  };
  // Of the same words, the one with more is enough.
  const known = versions.find((one) => holdsAll(one, version));
  const kept = known === undefined ? version : { ...known, at: updatedAt };
  return [kept, ...versions.filter((one) => one !== known && !holdsAll(kept, one))].slice(0, VERSIONS_MAX);
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
  const versions = draft === null ? [] : keepVersions(before, draft);
  const files = draft === null ? [] : filesOfPostDraft({ ...draft, versions });
  if (files.length > 0 || (before !== undefined && filesOfPostDraft(before).length > 0))
    await setFiles(ownerOf('post', id), files);
  if (draft === null) return tx.delete('postDrafts', [id]);
  const isEmpty = draft.content.trim() === '' && !draft.files?.length;
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
