import { memberId } from '../../protocol/index.ts';
import type { LocalMessage, LocalTables } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { isKept } from './unseen.ts';
import { useLocalQuery } from './use-local-query.ts';

/** What waits to be sent has no number and stands at the end. */
const byPlace = (a: LocalMessage, b: LocalMessage): number => {
  const [left, right] = [a.seq ?? Number.MAX_SAFE_INTEGER, b.seq ?? Number.MAX_SAFE_INTEGER];
  return left - right || a.createdAt.localeCompare(b.createdAt);
};

/** Messages of one chat as they stand now, in its order; without those that are deleted, or gone for me. */
export const readSelectedMessages = async (
  db: Pick<LocalTables, 'hidden' | 'memberships' | 'messages'>,
  me: string,
  chatId: string,
  ids: readonly string[],
): Promise<readonly LocalMessage[]> => {
  const [found, hidden, place] = await Promise.all([
    db.messages.bulkGet([...ids]),
    db.hidden.where('chatId').equals(chatId).toArray(),
    db.memberships.get(memberId(chatId, me)),
  ]);
  const hiddenIds = new Set(hidden.map(({ messageId }) => messageId));
  return found
    .filter((message) => message !== undefined)
    .filter(
      (message) =>
        message.deletedAt === null &&
        !hiddenIds.has(message.id) &&
        (place === undefined || isKept(message, place)),
    )
    .sort(byPlace);
};

/** Live: what is deleted anywhere while it is selected leaves the selection. @returns null until these ids have been read */
export function useSelectedMessages(
  by: 'selection' | 'info' | 'forward',
  chatId: string,
  ids: readonly string[],
): readonly LocalMessage[] | null {
  const { userId } = useEngine();
  const asked = ids.join(' ');
  const found = useLocalQuery({
    name: `selected in ${chatId} by ${by}`,
    extent: asked,
    stores: ['hidden', 'memberships', 'messages'],
    read: async (db) => ({ asked, messages: await readSelectedMessages(db, userId, chatId, ids) }),
  });
  return found?.asked === asked ? found.messages : null;
}
