import { LIMITS, memberId } from '../../protocol/index.ts';
import { type LocalMessage, type LocalTables, PENDING_ORDER } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { isKept } from './unseen.ts';
import { useLocalQuery } from './use-local-query.ts';

type Tables = Pick<LocalTables, 'hidden' | 'memberships' | 'messages' | 'starredMessages'>;

/** The messages that I have starred, the newest star first, in one chat or in all; without those that are gone for me. */
export const readStarredMessages = async (
  db: Tables,
  me: string,
  chatId: string | null,
): Promise<readonly LocalMessage[]> => {
  const stars = await (chatId === null
    ? db.starredMessages.toArray()
    : db.starredMessages.where('chatId').equals(chatId).toArray());
  if (stars.length === 0) return [];
  const chatIds = [...new Set(stars.map((star) => star.chatId))];
  const [held, hidden, places] = await Promise.all([
    db.messages.bulkGet(stars.map(({ messageId }) => messageId)),
    db.hidden.where('chatId').anyOf(chatIds).toArray(),
    db.memberships.bulkGet(chatIds.map((id) => memberId(id, me))),
  ]);
  const hiddenIds = new Set(hidden.map(({ messageId }) => messageId));
  const placeIn = new Map(places.flatMap((place) => (place ? [[place.chatId, place]] : [])));
  return stars
    .map((star, index) => {
      const order = star.message.seq ?? PENDING_ORDER;
      const message: LocalMessage = held[index] ?? { ...star.message, reactions: [], version: 0, order };
      return { starredAt: star.starredAt, message };
    })
    .filter(({ message }) => {
      const place = placeIn.get(message.chatId);
      // A chat that I leave is gone here before its stars are.
      return (
        place !== undefined &&
        message.deletedAt === null &&
        !hiddenIds.has(message.id) &&
        isKept(message, place)
      );
    })
    .sort((a, b) => b.starredAt.localeCompare(a.starredAt) || b.message.id.localeCompare(a.message.id))
    .map(({ message }) => message);
};

/** Undefined while it is read. @param chatId null for those of all chats */
export function useStarredMessages(chatId: string | null): readonly LocalMessage[] | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: `starred messages ${chatId}`,
    stores: ['hidden', 'memberships', 'messages', 'starredMessages'],
    read: (db) => readStarredMessages(db, userId, chatId),
  });
}

const NONE: ReadonlySet<string> = new Set();

/** The messages of a chat with a star of mine, by id. */
export function useStarredIds(chatId: string): ReadonlySet<string> {
  return (
    useLocalQuery({
      name: `stars in ${chatId}`,
      stores: ['starredMessages'],
      read: async (db): Promise<ReadonlySet<string>> => {
        const stars = await db.starredMessages.where('chatId').equals(chatId).toArray();
        return new Set(stars.map(({ messageId }) => messageId));
      },
    }) ?? NONE
  );
}

/** How many more messages I may star. What is in no list does not count: its star goes when its place is wanted. */
export const readStarsLeft = async (db: Tables, me: string): Promise<number> =>
  Math.max(0, LIMITS.starredMessagesMax - (await readStarredMessages(db, me, null)).length);
