import type { ChatRow, MembershipRow } from '../../protocol/index.ts';
import { useLocalQuery } from './use-local-query.ts';

/** Derived, never counted; rows of different scopes may be apart for a moment, so it never goes below nothing (decisions.md §4). */
export const unseenOf = (
  chat: Pick<ChatRow, 'lastSeq'>,
  membership: Pick<MembershipRow, 'seenSeq' | 'ownAfterSeen'>,
): number => Math.max(0, chat.lastSeq - membership.seenSeq - membership.ownAfterSeen);

/** Whether a message still stands for me: what I have deleted for myself stays on the device out of sight. */
export const isKept = ({ order }: { order: number }, clearedSeq: number): boolean =>
  clearedSeq === 0 || order >= clearedSeq + 1;

/** Muted chats, and message requests of others until I answer them, make no badge (decisions.md §4). */
const isCounted = (
  chat: Pick<ChatRow, 'requestedBy'>,
  { userId, isMuted, isDeclined }: Pick<MembershipRow, 'userId' | 'isMuted' | 'isDeclined'>,
): boolean => !isMuted && !isDeclined && (chat.requestedBy === null || chat.requestedBy === userId);

/** New messages over all chats that are not muted, for the tab's badge. */
export function useUnseenTotal(): number {
  const total = useLocalQuery({
    name: 'unseen total',
    stores: ['memberships', 'chats'],
    read: async (db) => {
      const [memberships, rows] = await Promise.all([db.memberships.toArray(), db.chats.toArray()]);
      const chats = new Map(rows.map((chat) => [chat.id, chat]));
      let sum = 0;
      for (const membership of memberships) {
        const chat = chats.get(membership.chatId);
        if (chat && isCounted(chat, membership)) sum += unseenOf(chat, membership);
      }
      return sum;
    },
  });
  return total ?? 0;
}
