import type { Change } from '../../protocol/index.ts';
import { orderOf } from './local-row.ts';

/** Messages of one chat that stand side by side: those of a page. `from` and `to` are orders, both included. */
export type MessageRun = { chatId: string; from: number; to: number; ids: ReadonlySet<string> };

/** Below this one question saves nothing. */
const ROWS_MIN = 8;

/**
 * A message stands where its number says for ever, so that the rows of a page are found by one look at their place instead of
 * one for each id.
 *
 * @param changes of rows that no unsettled mutation touches: while a message waits it stands elsewhere
 * @returns null when the changes are no page: few, of several chats, or far from each other
 */
export const messageRunOf = (changes: readonly Change[]): MessageRun | null => {
  const rows = changes.flatMap((change) =>
    change.table === 'messages' && change.row !== null ? [change.row] : [],
  );
  const [first] = rows;
  if (first === undefined || rows.length < ROWS_MIN) return null;
  if (rows.some(({ chatId }) => chatId !== first.chatId)) return null;
  const orders = rows.map(orderOf);
  const from = Math.min(...orders);
  const to = Math.max(...orders);
  if (to - from > 2 * rows.length) return null;
  return { chatId: first.chatId, from, to, ids: new Set(rows.map(({ id }) => id)) };
};
