import { LIMITS, memberId, type UserRow } from '../../protocol/index.ts';
import { type LocalMessage, type LocalTables, PENDING_ORDER } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { isKept } from './unseen.ts';
import { useLocalQuery } from './use-local-query.ts';

export type PinnedMessage = {
  /** As this device holds it, else as the pin carries it: without its reactions. */
  readonly message: LocalMessage;
  readonly sender: UserRow | undefined;
};

type PinnedTables = Pick<LocalTables, 'hidden' | 'memberships' | 'messages' | 'pinnedMessages' | 'users'>;

/** The messages that are pinned in a chat, oldest first, without those that are gone for everybody or for me. */
export const readPinnedMessages = async (
  db: PinnedTables,
  me: string,
  chatId: string,
): Promise<readonly PinnedMessage[]> => {
  const pinned = await db.pinnedMessages.where('chatId').equals(chatId).toArray();
  if (pinned.length === 0) return [];
  const [held, hidden, place] = await Promise.all([
    db.messages.bulkGet(pinned.map(({ id }) => id)),
    db.hidden.where('chatId').equals(chatId).toArray(),
    db.memberships.get(memberId(chatId, me)),
  ]);
  const hiddenIds = new Set(hidden.map(({ messageId }) => messageId));
  const messages = pinned
    .map(({ message }, index): LocalMessage => {
      const order = message.seq ?? PENDING_ORDER;
      return held[index] ?? { ...message, reactions: [], order };
    })
    .filter(
      (message) =>
        message.deletedAt === null &&
        !hiddenIds.has(message.id) &&
        isKept(message, place ?? { clearedSeq: 0, clearedAt: null }),
    )
    .sort((a, b) => a.order - b.order);
  const senders = await db.users.bulkGet(messages.map(({ senderId }) => senderId ?? ''));
  return messages.map((message, index) => ({ message, sender: senders[index] }));
};

const NONE: readonly PinnedMessage[] = [];

export function usePinnedMessages(chatId: string): readonly PinnedMessage[] {
  const { userId } = useEngine();
  return (
    useLocalQuery({
      name: `pinned messages ${chatId}`,
      stores: ['hidden', 'memberships', 'messages', 'pinnedMessages', 'users'],
      read: (db) => readPinnedMessages(db, userId, chatId),
    }) ?? NONE
  );
}

/** Whether I see as many pinned messages in a chat as there may be. For those that I do not see, the server makes room. */
export const isPinningFull = async (db: PinnedTables, me: string, chatId: string): Promise<boolean> =>
  (await readPinnedMessages(db, me, chatId)).length >= LIMITS.pinnedMessagesMax;
