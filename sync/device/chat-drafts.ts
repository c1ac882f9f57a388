import type { DraftPart, DraftRow } from '../storage/rows.ts';
import type { WriteTransaction } from '../storage/storage.ts';

/** Words under the id of their row. */
export type NewDraft = Pick<DraftRow, 'id' | 'content'> & Partial<DraftPart>;

const saysSomething = ({ content, edit = null, files = [] }: NewDraft): boolean =>
  content.trim() !== '' || edit !== null || files.length > 0;

/**
 * Stores what is typed in a chat, or under a post.
 * @param drafts the first is the newest; what says nothing is left out
 * @param replaces the rows that the words came from
 */
export const storeDrafts = async (
  tx: WriteTransaction,
  {
    chatId,
    drafts,
    replaces,
    now,
  }: { chatId: string; drafts: readonly NewDraft[]; replaces: readonly string[]; now: number },
): Promise<void> => {
  const rows = drafts.filter(saysSomething).map(
    (
      { id, content, replyToId = null, edit = null, files = [], mentions = [], forward = null },
      at,
    ): DraftRow => ({
      ...{ id, chatId, content, replyToId, edit, files, mentions, forward },
      updatedAt: now - at,
    }),
  );
  await Promise.all([tx.delete('chatDrafts', replaces), tx.put('chatDrafts', rows)]);
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
