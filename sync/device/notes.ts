import { assertDatabaseId } from '../apply/database-id.ts';
import type { EngineCore } from '../engine-types.ts';
import type { WriteAhead } from '../outbox/write-ahead.ts';
import type { StoreName } from '../storage/rows.ts';
import type { Storage, WriteTransaction } from '../storage/storage.ts';
import { storeDrafts } from './chat-drafts.ts';
import { keepAnswer } from './kept-answers.ts';
import { storePostDraft } from './post-drafts.ts';

/** What only this device knows: words that are not finished, and what is to stay here. */
export const createNotes = (options: {
  storage: Storage;
  databaseId: string;
  serverNow(): number;
  writeAhead: WriteAhead;
}): Pick<EngineCore, 'saveDrafts' | 'savePostDraft' | 'setPinned' | 'keepAnswer'> => {
  const { storage, databaseId, serverNow, writeAhead } = options;
  const write = <R>(stores: readonly StoreName[], action: (tx: WriteTransaction) => Promise<R>): Promise<R> =>
    storage.write([...stores, 'meta'], async (tx) => {
      await assertDatabaseId(tx, databaseId);
      return action(tx);
    });
  return {
    saveDrafts(chatId, drafts, replaces = []) {
      const abandoned = writeAhead.abandonedOf(chatId);
      return write(abandoned.length > 0 ? ['chatDrafts', 'writeAhead'] : ['chatDrafts'], async (tx) => {
        if (abandoned.length > 0) await tx.delete('writeAhead', abandoned);
        await storeDrafts(tx, { chatId, drafts, replaces, now: serverNow() });
      });
    },
    savePostDraft: (id, draft) => write(['postDrafts'], (tx) => storePostDraft(tx, id, draft, serverNow())),
    keepAnswer: (question, answer) => write([], (tx) => keepAnswer(tx, question, answer)),
    setPinned: (list, isPinned) =>
      write(['pins'], (tx) =>
        isPinned ? tx.put('pins', [{ list, pinnedAt: serverNow() }]) : tx.delete('pins', [list]),
      ),
  };
};
