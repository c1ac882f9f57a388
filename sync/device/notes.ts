import { assertDatabaseId } from '../apply/database-id.ts';
import type { EngineCore } from '../engine-types.ts';
import type { WriteAhead } from '../outbox/write-ahead.ts';
import type { StoreName } from '../storage/rows.ts';
import type { Storage, WriteTransaction } from '../storage/storage.ts';
import { writeNaming } from '../uploads/write-naming.ts';
import { addToDraft, storeDrafts } from './chat-drafts.ts';
import { keepAnswer } from './kept-answers.ts';
import { addToPostDraft, storePostDraft } from './post-drafts.ts';

/** What only this device knows: words that are not finished, and what is to stay here. */
export const createNotes = (options: {
  storage: Storage;
  databaseId: string;
  serverNow(): number;
  writeAhead: WriteAhead;
  /** There may be more drafts now, or fewer. */
  onDrafts(): void;
}): Pick<
  EngineCore,
  'saveDrafts' | 'addToDraft' | 'savePostDraft' | 'addToPostDraft' | 'setPinned' | 'keepAnswer'
> => {
  const { storage, databaseId, serverNow, writeAhead, onDrafts } = options;
  const write = <R>(stores: readonly StoreName[], action: (tx: WriteTransaction) => Promise<R>): Promise<R> =>
    storage.write([...stores, 'meta'], async (tx) => {
      await assertDatabaseId(tx, databaseId);
      return action(tx);
    });
  /** A change of drafts. */
  const writeDrafts = async (...args: Parameters<typeof writeNaming<void>>): Promise<void> => {
    await writeNaming(...args);
    onDrafts();
  };
  return {
    saveDrafts(chatId, drafts, replaces = [], areReplacedWithoutFiles = replaces.length === 0) {
      const { ids, owners } = writeAhead.abandonedOf(chatId);
      return writeDrafts(
        write,
        ids.length > 0 ? ['chatDrafts', 'writeAhead'] : ['chatDrafts'],
        async (tx, setFiles) => {
          if (ids.length > 0) await tx.delete('writeAhead', ids);
          for (const owner of owners) await setFiles(owner, []);
          await storeDrafts(tx, setFiles, { chatId, drafts, replaces, now: serverNow() });
        },
        !areReplacedWithoutFiles || owners.length > 0 || drafts.some(({ files = [] }) => files.length > 0),
      );
    },
    addToDraft: (chatId, id, file) =>
      writeDrafts(
        write,
        ['chatDrafts'],
        (tx, setFiles) => addToDraft(tx, setFiles, { chatId, id, file, now: serverNow() }),
        true,
      ),
    savePostDraft: (id, draft) =>
      writeDrafts(
        write,
        ['postDrafts'],
        (tx, setFiles) => storePostDraft(tx, setFiles, id, draft, serverNow()),
        // One that is removed may have files, and must not be removed before they are stored.
        draft === null || (draft.files ?? []).length > 0,
      ),
    addToPostDraft: (id, file, first) =>
      writeDrafts(
        write,
        ['postDrafts'],
        (tx, setFiles) => addToPostDraft(tx, setFiles, { id, file, first, now: serverNow() }),
        true,
      ),
    keepAnswer: (question, answer) => write([], (tx) => keepAnswer(tx, question, answer)),
    setPinned: (list, isPinned) =>
      write(['pins'], (tx) =>
        isPinned ? tx.put('pins', [{ list, pinnedAt: serverNow() }]) : tx.delete('pins', [list]),
      ),
  };
};
