import { type ChatRow, comparePins, type MembershipRow } from '../../protocol/index.ts';
import type { Engine, LocalTables } from '../../sync/index.ts';
import { useLocalQuery } from './use-local-query.ts';

export type PinnedChat = { readonly chatId: string; readonly rank: string };

/** Whether a chat is in my list, as the server sees it: no request that waits for me, none that I declined or deleted for me. */
export const isListed = (
  { type, lastSeq, requestedBy }: Pick<ChatRow, 'type' | 'lastSeq' | 'requestedBy'>,
  { userId, clearedSeq, isDeclined }: Pick<MembershipRow, 'userId' | 'clearedSeq' | 'isDeclined'>,
): boolean => {
  const isRequest = requestedBy !== null && requestedBy !== userId;
  const isEmptied = type === 'PRIVATE' && clearedSeq > 0 && lastSeq <= clearedSeq;
  return !isRequest && !isEmptied && !isDeclined;
};

const STORES = ['chats', 'memberships'] as const;

/** A pinned chat that has become a message request keeps its rank, and is not among those in sight. */
const readPins = async (db: Pick<LocalTables, (typeof STORES)[number]>): Promise<PinnedChat[]> => {
  const places = (await db.memberships.toArray()).filter(({ pinRank }) => pinRank != null);
  const chats = await db.chats.bulkGet(places.map(({ chatId }) => chatId));
  return places
    .flatMap((place, index) => {
      const { chatId, pinRank } = place;
      const chat = chats[index];
      return pinRank == null || !chat || !isListed(chat, place) ? [] : [{ chatId, rank: pinRank }];
    })
    .sort(comparePins);
};

/** What stands on top of the list of chats now, the first one first. */
export const readPinnedChats = ({ db }: Pick<Engine, 'db'>): Promise<readonly PinnedChat[]> =>
  db.read(STORES, readPins);

/** See `readPinnedChats`. */
export const usePinnedChats = (): readonly PinnedChat[] | undefined =>
  useLocalQuery({ name: 'pinned chats', stores: STORES, read: readPins });
