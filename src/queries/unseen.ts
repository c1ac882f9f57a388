import type { BlockRow, ChatRow, MemberRow, MembershipRow } from '../../protocol/index.ts';
import type { Engine, LocalMessage } from '../../sync/index.ts';
import { useLocalQuery } from './use-local-query.ts';

/** Derived, never counted; rows of different scopes may be apart for a moment, so it never goes below nothing (docs/decisions/0004). */
export const unseenOf = (
  chat: Pick<ChatRow, 'lastSeq'>,
  membership: Pick<MembershipRow, 'seenSeq' | 'ownAfterSeen'>,
): number => Math.max(0, chat.lastSeq - membership.seenSeq - membership.ownAfterSeen);

/** Whether a message still stands for me: what I have deleted for myself stays on the device out of sight. */
export const isKept = (
  { order, kind, createdAt }: Pick<LocalMessage, 'order' | 'kind' | 'createdAt'>,
  { clearedSeq, clearedAt }: Pick<MembershipRow, 'clearedSeq' | 'clearedAt'>,
): boolean =>
  clearedSeq === 0 ||
  order >= clearedSeq + 1 ||
  // A line of the system stands behind the message it followed, also when that one has gone.
  (kind === 'system' && order > clearedSeq && clearedAt != null && createdAt > clearedAt);

/** Muted chats, and message requests of others until I answer them, make no badge (docs/decisions/0004). */
const isCounted = (
  chat: Pick<ChatRow, 'requestedBy'>,
  { userId, isMuted, isDeclined }: Pick<MembershipRow, 'userId' | 'isMuted' | 'isDeclined'>,
): boolean => !isMuted && !isDeclined && (chat.requestedBy === null || chat.requestedBy === userId);

/** The other ones of private chats that I have blocked: nothing of theirs counts, whatever came before the block. */
export const blockedChatIds = (
  chats: readonly Pick<ChatRow, 'id' | 'type'>[],
  members: readonly Pick<MemberRow, 'chatId' | 'userId'>[],
  blocks: readonly Pick<BlockRow, 'userId'>[],
): ReadonlySet<string> => {
  if (blocks.length === 0) return new Set();
  const blocked = new Set(blocks.map(({ userId }) => userId));
  const privateIds = new Set(chats.filter(({ type }) => type === 'PRIVATE').map(({ id }) => id));
  return new Set(
    members.flatMap(({ chatId, userId }) => (privateIds.has(chatId) && blocked.has(userId) ? [chatId] : [])),
  );
};

/** New messages over all chats that are not muted, for the tab's badge. */
export function useUnseenTotal(): number {
  const total = useLocalQuery({
    name: 'unseen total',
    stores: ['blocks', 'chats', 'members', 'memberships'],
    read: async (db) => {
      const [memberships, rows, blocks] = await Promise.all([
        db.memberships.toArray(),
        db.chats.toArray(),
        db.blocks.toArray(),
      ]);
      // Most people have blocked nobody: the members, a large table, are read only for those who have.
      const members = blocks.length === 0 ? [] : await db.members.toArray();
      const silent = blockedChatIds(rows, members, blocks);
      const chats = new Map(rows.map((chat) => [chat.id, chat]));
      let sum = 0;
      for (const membership of memberships) {
        const chat = chats.get(membership.chatId);
        if (chat && !silent.has(chat.id) && isCounted(chat, membership)) sum += unseenOf(chat, membership);
      }
      return sum;
    },
  });
  return total ?? 0;
}

/** How far I have read in each chat. */
export const readSeenMarks = async ({ db }: Pick<Engine, 'db'>): Promise<ReadonlyMap<string, number>> =>
  new Map((await db.memberships.toArray()).map(({ chatId, seenSeq }) => [chatId, seenSeq]));
