import { isMutationName, type MutationName, parseJson, z } from '../../protocol/index.ts';
import { filesNamedBy } from '../effects/known.ts';
import type { PageEnd } from '../platform/ports.ts';
import type { FileOwner, StoreName, WriteAheadRow, WriteAheadRowOf } from '../storage/rows.ts';
import type { Storage } from '../storage/storage.ts';
import { ownerOf, setFiles } from '../uploads/file-owners.ts';

/** Where something was typed: the chat or post, and the rows that held it. */
export type DraftPlace = {
  readonly chatId: string;
  readonly rowIds: readonly string[];
  /** False: none of the rows names a file. Then sending words asks for no store of files. */
  readonly hasFiles?: boolean;
};

const place = z.object({
  chatId: z.string(),
  rowIds: z.array(z.string()),
  hasFiles: z.exactOptional(z.boolean()),
});
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
      source: z.exactOptional(z.string()),
    }),
  }),
);
type Entry = { draft: DraftPlace; row: WriteAheadRow };
/** As an earlier page has left it: the arguments are still to be parsed. */
export type LeftRow = z.infer<typeof entries>[number]['row'];

type Abandoned = { readonly ids: readonly string[]; readonly owners: readonly FileOwner[] };
const NONE: Abandoned = { ids: [], owners: [] };

const filesOf = <N extends MutationName>(row: WriteAheadRowOf<N>): readonly string[] => filesNamedBy<N>(row);

export type WriteAhead = {
  /**
   * Records that a draft has become a mutation, and deletes the draft. The transaction reads nothing: it begins in the task of
   * the key press, and commits although the page ends. So it cannot know which files the draft named: what owned them goes
   * with the mutation's own transaction.
   * @returns those owners
   */
  record(row: WriteAheadRow, draft: DraftPlace): Promise<readonly FileOwner[]>;
  /**
   * The mutation cannot be carried out: its words go back to where they were typed. The record stays until the transaction
   * that stores them as a draft again.
   */
  abandon(id: string, chatId: string, owners: readonly FileOwner[]): void;
  /** The abandoned records of a chat or post, to be deleted by what stores their words as a draft, with owners of files. */
  abandonedOf(chatId: string): Abandoned;
  /** What the last page was left with because its transactions waited behind others. */
  readonly left: readonly { draft: DraftPlace; row: LeftRow }[];
  close(): void;
};

export const createWriteAhead = (storage: Storage, pageEnd: PageEnd): WriteAhead => {
  const pending = new Map<string, Entry>();
  const abandoned = new Map<string, Abandoned>();
  const abandonedOf = (chatId: string): Abandoned => abandoned.get(chatId) ?? NONE;
  const stop = pageEnd.keep(() => (pending.size === 0 ? null : JSON.stringify([...pending.values()])));
  const parsed = entries.safeParse(parseJson(pageEnd.take()));
  return {
    async record(row, draft) {
      const { chatId, rowIds, hasFiles = true } = draft;
      const { ids, owners } = abandonedOf(chatId);
      const replaced = [...(hasFiles ? rowIds.map((rowId) => ownerOf('draft', rowId)) : []), ...owners];
      const files = filesOf(row);
      const own = ownerOf('ahead', row.id);
      const stores: StoreName[] = [
        'chatDrafts',
        'writeAhead',
        ...(files.length > 0 ? (['fileOwners'] as const) : []),
      ];
      pending.set(row.id, { row, draft });
      try {
        await storage.writeBlind(stores, (tx) =>
          Promise.all([
            tx.put('writeAhead', [replaced.length > 0 ? { ...row, owners: replaced } : row]),
            tx.delete('chatDrafts', rowIds),
            tx.delete('writeAhead', ids),
            files.length > 0 ? setFiles(tx, own, files) : null,
          ]),
        );
      } finally {
        pending.delete(row.id);
      }
      return files.length > 0 ? [own, ...replaced] : replaced;
    },
    abandon(id, chatId, owners) {
      const before = abandonedOf(chatId);
      abandoned.set(chatId, { ids: [...before.ids, id], owners: [...before.owners, ...owners] });
    },
    abandonedOf,
    left: parsed.success ? parsed.data : [],
    close: stop,
  };
};
