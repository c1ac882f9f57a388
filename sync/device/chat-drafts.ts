import type { DraftFile, DraftPart, DraftRow } from '../storage/rows.ts';
import type { WriteTransaction } from '../storage/storage.ts';
import { ownerOf } from '../uploads/file-owners.ts';
import type { SetFiles } from '../uploads/write-naming.ts';

/** Words under the id of their row. */
export type NewDraft = Pick<DraftRow, 'id' | 'content'> & Partial<DraftPart>;

const saysSomething = ({ content, edit = null, files = [], send = null }: NewDraft): boolean =>
  content.trim() !== '' || edit !== null || files.length > 0 || send !== null;

/**
 * Stores what is typed in a chat, or under a post.
 * @param drafts the first is the newest; what says nothing is left out
 * @param replaces the rows that the words came from
 */
export const storeDrafts = async (
  tx: WriteTransaction,
  setFiles: SetFiles,
  {
    chatId,
    drafts,
    replaces,
    now,
  }: { chatId: string; drafts: readonly NewDraft[]; replaces: readonly string[]; now: number },
): Promise<void> => {
  const rows = drafts.filter(saysSomething).map(
    (
      { id, content, replyToId = null, edit = null, files = [], mentions = [], forward = null, send = null },
      at,
    ): DraftRow => ({
      ...{ id, chatId, content, replyToId, edit, files, mentions, forward, send },
      updatedAt: now - at,
    }),
  );
  // A row may be written again under its id.
  const ids = new Set([...replaces, ...rows.map(({ id }) => id)]);
  const before = new Map(
    (await tx.getMany('chatDrafts', [...ids])).flatMap((row) => (row === undefined ? [] : [[row.id, row]])),
  );
  await Promise.all([tx.delete('chatDrafts', replaces), tx.put('chatDrafts', rows)]);
  const after = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const files = (after.get(id)?.files ?? []).map((file) => file.id);
    if (files.length > 0 || before.get(id)?.files?.length) await setFiles(ownerOf('draft', id), files);
  }
};

/**
 * Adds a file to the newest draft of a chat, or under a post: one that is stored once its screen has gone.
 * @param id of the row that takes the place of that draft's
 */
export const addToDraft = async (
  tx: WriteTransaction,
  setFiles: SetFiles,
  { chatId, file, id, now }: { chatId: string; file: DraftFile; id: string; now: number },
): Promise<void> => {
  const rows = await tx.getAllBy('chatDrafts', 'chatId', chatId);
  const [newest] = rows.toSorted((a, b) => b.updatedAt - a.updatedAt);
  const files = newest?.files ?? [];
  if (files.some((one) => one.id === file.id)) return;
  const draft = { content: '', ...newest, id, files: [...files, file] };
  await storeDrafts(tx, setFiles, { chatId, drafts: [draft], replaces: newest ? [newest.id] : [], now });
};

/** A row of the releases that kept one draft for each chat, with what waited behind it. */
type OneDraftRow = DraftPart & { chatId: string; waiting?: readonly DraftPart[]; updatedAt: number };

/** @returns the rows of today; the first has the old key, under which a page that has ended may have sent it */
export const splitDraft = ({ chatId, waiting = [], updatedAt, ...part }: OneDraftRow): DraftRow[] =>
  [part, ...waiting].map(({ content, replyToId, edit, files = [], mentions = [], forward = null }, at) => ({
    ...{ id: at === 0 ? chatId : `${chatId} ${at}`, chatId },
    ...{ content, replyToId, edit, files, mentions, forward },
    updatedAt: updatedAt - at,
  }));
