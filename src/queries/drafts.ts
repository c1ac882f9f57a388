import type { DraftRow, Engine } from '../../sync/index.ts';
import { useLocalQuery } from './use-local-query.ts';

const draftsAt = (db: Pick<Engine['db'], 'chatDrafts'>, chatId: string) =>
  db.chatDrafts.where('chatId').equals(chatId).toArray();

/** The drafts of a chat or a post as they change, also from another tab; undefined while they are read. */
export function useStoredDrafts(chatId: string): readonly DraftRow[] | undefined {
  return useLocalQuery({
    name: `drafts ${chatId}`,
    stores: ['chatDrafts'],
    read: (db) => draftsAt(db, chatId),
  });
}

/** What was typed in a chat or under a post and not sent, the newest first. */
export const readDrafts = async ({ db }: Pick<Engine, 'db'>, chatId: string): Promise<DraftRow[]> =>
  (await draftsAt(db, chatId)).sort((a, b) => b.updatedAt - a.updatedAt);

/** How many things this device holds that were begun and not sent, in chats, under posts and as posts; undefined while it is read. */
export function useDraftCount(): number | undefined {
  return useLocalQuery({
    name: 'draft count',
    stores: ['chatDrafts', 'postDrafts'],
    read: async (db) =>
      (await Promise.all([db.chatDrafts.count(), db.postDrafts.count()])).reduce((a, b) => a + b),
  });
}
