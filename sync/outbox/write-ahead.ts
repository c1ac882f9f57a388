import type { WriteAheadRow } from '../storage/rows.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Records that a draft has become a mutation, and deletes the draft, in one transaction that reads nothing first: it begins
 * in the task of the key press. The mutation's own transaction deletes the record.
 * @param draft the draft's key
 */
export const writeAhead = (storage: Storage, row: WriteAheadRow, draft: string): Promise<void> =>
  storage.write(['drafts', 'writeAhead'], async (tx) => {
    await Promise.all([tx.delete('drafts', [draft]), tx.put('writeAhead', [row])]);
  });

/** The mutation cannot be carried out: its words go back to where they were typed. */
export const forgetAhead = (storage: Storage, id: string): Promise<void> =>
  storage.write(['writeAhead'], (tx) => tx.delete('writeAhead', [id]));
