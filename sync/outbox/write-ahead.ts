import { isMutationName, type MutationName, parseJson, z } from '../../protocol/index.ts';
import type { PageEnd } from '../platform/ports.ts';
import type { WriteAheadRow } from '../storage/rows.ts';
import type { Storage } from '../storage/storage.ts';

/** Where something was typed: the chat or post, and the rows that held it. */
export type DraftPlace = { readonly chatId: string; readonly rowIds: readonly string[] };

const place = z.object({ chatId: z.string(), rowIds: z.array(z.string()) });
const entries = z.array(
  z.object({
    // Pages of earlier releases named the chat alone, under whose id its draft lay.
    draft: z.union([
      place,
      z.pipe(
        z.string(),
        z.transform((chatId) => ({ chatId, rowIds: [chatId] })),
      ),
    ]),
    row: z.object({
      id: z.string(),
      name: z.custom<MutationName>((name) => typeof name === 'string' && isMutationName(name)),
      args: z.unknown(),
      writtenAt: z.string(),
    }),
  }),
);
type Entry = { draft: DraftPlace; row: WriteAheadRow };
/** As an earlier page has left it: the arguments are still to be parsed. */
export type LeftRow = z.infer<typeof entries>[number]['row'];

export type WriteAhead = {
  /**
   * Records that a draft has become a mutation, and deletes the draft. The transaction reads nothing: it begins in the task of
   * the key press, and commits although the page ends.
   */
  record(row: WriteAheadRow, draft: DraftPlace): Promise<void>;
  /**
   * The mutation cannot be carried out: its words go back to where they were typed. The record stays until the transaction
   * that stores them as a draft again.
   */
  abandon(id: string, chatId: string): void;
  /** The abandoned records of a chat or post, to be deleted by what stores their words as a draft. */
  abandonedOf(chatId: string): readonly string[];
  /** What the last page was left with because its transactions waited behind others. */
  readonly left: readonly { draft: DraftPlace; row: LeftRow }[];
  close(): void;
};

export const createWriteAhead = (storage: Storage, pageEnd: PageEnd): WriteAhead => {
  const pending = new Map<string, Entry>();
  const abandoned = new Map<string, readonly string[]>();
  const abandonedOf = (chatId: string): readonly string[] => abandoned.get(chatId) ?? [];
  const stop = pageEnd.keep(() => (pending.size === 0 ? null : JSON.stringify([...pending.values()])));
  const parsed = entries.safeParse(parseJson(pageEnd.take()));
  return {
    async record(row, draft) {
      pending.set(row.id, { row, draft });
      try {
        await storage.writeBlind(['chatDrafts', 'writeAhead'], (tx) =>
          Promise.all([
            tx.put('writeAhead', [row]),
            tx.delete('chatDrafts', draft.rowIds),
            tx.delete('writeAhead', abandonedOf(draft.chatId)),
          ]),
        );
      } finally {
        pending.delete(row.id);
      }
    },
    abandon(id, chatId) {
      abandoned.set(chatId, [...abandonedOf(chatId), id]);
    },
    abandonedOf,
    left: parsed.success ? parsed.data : [],
    close: stop,
  };
};
