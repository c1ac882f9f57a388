import { isMutationName, type MutationName, z } from '../../protocol/index.ts';
import type { PageEnd } from '../platform/ports.ts';
import type { WriteAheadRow } from '../storage/rows.ts';
import type { Storage } from '../storage/storage.ts';

const entries = z.array(
  z.object({
    draft: z.string(),
    row: z.object({
      id: z.string(),
      name: z.custom<MutationName>((name) => typeof name === 'string' && isMutationName(name)),
      args: z.unknown(),
      writtenAt: z.string(),
    }),
  }),
);
type Entry = { draft: string; row: WriteAheadRow };
/** As an earlier page has left it: the arguments are still to be parsed. */
export type LeftRow = z.infer<typeof entries>[number]['row'];

export type WriteAhead = {
  /**
   * Records that a draft has become a mutation, and deletes the draft. The transaction reads nothing: it begins in the task of
   * the key press, and commits although the page ends.
   * @param draft the draft's key
   */
  record(row: WriteAheadRow, draft: string): Promise<void>;
  /**
   * The mutation cannot be carried out: its words go back to where they were typed. The record stays until the transaction
   * that stores them as a draft again.
   */
  abandon(id: string, draft: string): void;
  /** The abandoned records of a draft, to be deleted by what stores the draft. */
  abandonedOf(draft: string): readonly string[];
  /** What the last page was left with because its transactions waited behind others. */
  readonly left: readonly { draft: string; row: LeftRow }[];
  close(): void;
};

export const createWriteAhead = (storage: Storage, pageEnd: PageEnd): WriteAhead => {
  const pending = new Map<string, Entry>();
  const abandoned = new Map<string, readonly string[]>();
  const abandonedOf = (draft: string): readonly string[] => abandoned.get(draft) ?? [];
  const stop = pageEnd.keep(() => (pending.size === 0 ? null : JSON.stringify([...pending.values()])));
  const parsed = entries.safeParse(parseJson(pageEnd.take()));
  return {
    async record(row, draft) {
      pending.set(row.id, { row, draft });
      try {
        await storage.writeBlind(['drafts', 'writeAhead'], (tx) =>
          Promise.all([
            tx.put('writeAhead', [row]),
            tx.delete('drafts', [draft]),
            tx.delete('writeAhead', abandonedOf(draft)),
          ]),
        );
      } finally {
        pending.delete(row.id);
      }
    },
    abandon(id, draft) {
      abandoned.set(draft, [...abandonedOf(draft), id]);
    },
    abandonedOf,
    left: parsed.success ? parsed.data : [],
    close: stop,
  };
};

const parseJson = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
};
