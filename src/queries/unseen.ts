import { Dexie } from 'dexie';
import {
  type BlockRow,
  type ChatRow,
  isMutedAt,
  type MemberRow,
  type MembershipRow,
} from '../../protocol/index.ts';
import { type Engine, type LocalMessage, type LocalTables, serverClock } from '../../sync/index.ts';
import { useMuteClock } from './mute-clock.ts';
import { useLocalQuery } from './use-local-query.ts';

/**
 * How many messages a member has not seen: derived, never counted. Rows of different scopes may be apart for a moment, so it
 * never goes below nothing (docs/decisions/0004).
 * @param deletedCount how many messages of others after `seenSeq` were deleted, for everyone or for the member
 */
export const unseenOf = (
  chat: Pick<ChatRow, 'lastSeq'>,
  membership: Pick<MembershipRow, 'seenSeq' | 'ownAfterSeen'>,
  deletedCount = 0,
): number => Math.max(0, chat.lastSeq - membership.seenSeq - membership.ownAfterSeen - deletedCount);

/** The messages of a chat that I have deleted for myself, as far as they are held. */
const readHidden = async (
  db: Pick<LocalTables, 'hidden' | 'messages'>,
  chatId: string,
): Promise<LocalMessage[]> => {
  const rows = await db.hidden.where('chatId').equals(chatId).toArray();
  if (rows.length === 0) return [];
  const held = await db.messages.bulkGet(rows.map(({ messageId }) => messageId));
  return held.filter((message) => message !== undefined);
};

/**
 * Unseen messages by chat id. Of deleted messages those count as deleted that are held: beyond them the device does not know.
 * @param db has the tables `hidden` and `messages`
 */
export const readUnseen = async (
  db: Pick<LocalTables, 'hidden' | 'messages'>,
  chats: readonly Pick<ChatRow, 'id' | 'lastSeq'>[],
  memberships: readonly MembershipRow[],
): Promise<ReadonlyMap<string, number>> => {
  const places = new Map(memberships.map((place) => [place.chatId, place]));
  const counts = await Promise.all(
    chats.map(async (chat): Promise<[string, number]> => {
      const place = places.get(chat.id);
      if (place === undefined || unseenOf(chat, place) === 0) return [chat.id, 0];
      const isCountedOff = ({ seq, senderId }: LocalMessage): boolean =>
        (seq ?? 0) > place.seenSeq && senderId !== place.userId;
      const [deleted, hidden] = await Promise.all([
        // Only deleted messages have an entry in this index.
        db.messages
          .where('[chatId+deletedAt]')
          .between([chat.id, Dexie.minKey], [chat.id, Dexie.maxKey])
          .filter(isCountedOff)
          .count(),
        readHidden(db, chat.id),
      ]);
      // What was deleted for everyone as well is among those.
      const gone = hidden.filter((message) => message.deletedAt === null && isCountedOff(message));
      return [chat.id, unseenOf(chat, place, deleted + gone.length)];
    }),
  );
  return new Map(counts);
};

/** Which of these messages were deleted, for everyone or for me, as far as they are held. */
export const readGone = async (
  { db }: Pick<Engine, 'db'>,
  messageIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const held = (await db.messages.bulkGet([...messageIds])).filter((message) => message !== undefined);
  const chatIds = [...new Set(held.map(({ chatId }) => chatId))];
  const hidden = await db.hidden.where('chatId').anyOf(chatIds).toArray();
  const deleted = held.filter(({ deletedAt }) => deletedAt !== null);
  return new Set([...deleted.map(({ id }) => id), ...hidden.map(({ messageId }) => messageId)]);
};

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
export const isCounted = (
  chat: Pick<ChatRow, 'requestedBy'>,
  place: Pick<MembershipRow, 'userId' | 'isMuted' | 'mutedUntil' | 'isDeclined'>,
  nowMs: number,
): boolean => !isMutedAt(place, nowMs) && isTold(chat, place);

/** Whether what comes into a chat is told at all: not before a request is accepted, nor after a no. */
export const isTold = (
  { requestedBy }: Pick<ChatRow, 'requestedBy'>,
  { userId, isDeclined }: Pick<MembershipRow, 'userId' | 'isDeclined'>,
): boolean => !isDeclined && (requestedBy === null || requestedBy === userId);

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
    extent: useMuteClock(),
    stores: ['blocks', 'chats', 'hidden', 'members', 'memberships', 'messages'],
    read: async (db) => {
      const [memberships, rows, blocks] = await Promise.all([
        db.memberships.toArray(),
        db.chats.toArray(),
        db.blocks.toArray(),
      ]);
      // Most people have no blocks: the members, a large table, are read only for those who have.
      const members = blocks.length === 0 ? [] : await db.members.toArray();
      const silent = blockedChatIds(rows, members, blocks);
      const now = serverClock.now();
      const chats = new Map(rows.map((chat) => [chat.id, chat]));
      const counted = memberships.flatMap((membership) => {
        const chat = chats.get(membership.chatId);
        return chat && !silent.has(chat.id) && isCounted(chat, membership, now) ? [chat] : [];
      });
      const unseen = await readUnseen(db, counted, memberships);
      return unseen.values().reduce((sum, count) => sum + count, 0);
    },
  });
  return total ?? 0;
}

/** How far I have read in each chat. */
export const readSeenMarks = async ({ db }: Pick<Engine, 'db'>): Promise<ReadonlyMap<string, number>> =>
  new Map((await db.memberships.toArray()).map(({ chatId, seenSeq }) => [chatId, seenSeq]));
