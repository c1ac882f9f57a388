import { assertBirth } from '../apply/birth.ts';
import type { DraftInput, EngineCore } from '../engine-types.ts';
import type { WriteAhead } from '../outbox/write-ahead.ts';
import type { Clock } from '../platform/ports.ts';
import type { StoreName } from '../storage/rows.ts';
import type { Storage, WriteTransaction } from '../storage/storage.ts';
import { storePostDraft } from './post-drafts.ts';

const isEmpty = ({ content, edit, files = [], waiting = [] }: DraftInput): boolean =>
  content === '' && !edit && files.length === 0 && waiting.length === 0;

/** What only this device knows: words that are not finished, and what is to stay here. */
export const createNotes = (options: {
  storage: Storage;
  birth: string;
  clock: Clock;
  writeAhead: WriteAhead;
}): Pick<EngineCore, 'saveDraft' | 'savePostDraft' | 'setPinned'> => {
  const { storage, birth, clock, writeAhead } = options;
  const write = (
    stores: readonly StoreName[],
    action: (tx: WriteTransaction) => Promise<void>,
  ): Promise<void> =>
    storage.write([...stores, 'meta'], async (tx) => {
      await assertBirth(tx, birth);
      return action(tx);
    });
  return {
    saveDraft(chatId, draft) {
      const abandoned = writeAhead.abandonedOf(chatId);
      return write(abandoned.length > 0 ? ['drafts', 'writeAhead'] : ['drafts'], async (tx) => {
        if (abandoned.length > 0) await tx.delete('writeAhead', abandoned);
        if (draft === null || isEmpty(draft)) return tx.delete('drafts', [chatId]);
        const { content, replyToId = null, edit = null, files = [], forward = null, waiting = [] } = draft;
        const words = { content, replyToId, edit, files, forward, waiting };
        return tx.put('drafts', [{ chatId, ...words, updatedAt: clock.now() }]);
      });
    },
    savePostDraft: (id, draft) => write(['postDrafts'], (tx) => storePostDraft(tx, id, draft, clock.now())),
    setPinned: (list, isPinned) =>
      write(['pins'], (tx) =>
        isPinned ? tx.put('pins', [{ list, pinnedAt: clock.now() }]) : tx.delete('pins', [list]),
      ),
  };
};
